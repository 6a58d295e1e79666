import { buttonClass } from '@jhatpat/shared/ui/button.tsx'
import { Icon } from '@jhatpat/shared/ui/icons/icon.tsx'
import { InlineMessage } from '@jhatpat/shared/ui/inline-message.tsx'
import { AppLink } from '@jhatpat/shared/ui/links.tsx'
import { useAtom } from 'jotai'
import { HostedButton } from '../../lib/hosted/hosted-button.tsx'
import { factorTicketAtom } from '../../lib/sign-in/factor-ticket.ts'
import { SignInFlowLink, useReturnState } from '../../lib/sign-in/return-path.tsx'
import { SignInPage } from '../../lib/sign-in/sign-in-page.tsx'
import { LoginForm } from './login-form.tsx'
import { SecondStep } from './second-step.tsx'

/** Signs in by e-mail and password, with links to the other methods. */
export default function LoginScreen() {
  const [owed, setOwed] = useAtom(factorTicketAtom)
  if (owed) {
    return (
      <SignInPage title="Two-step verification">
        <SecondStep {...owed} onBack={() => setOwed(undefined)} />
      </SignInPage>
    )
  }
  return <FirstStep />
}

function FirstStep() {
  return (
    <SignInPage title="Login">
      <div className="stack entry">
        <h1 className="d1">Login</h1>
        <p className="t2">{useWelcome()}</p>
        {useReturnState().isNotTheirs && <NotTheirs />}
        <LoginForm />
        <SignInFlowLink
          to="/otplogin"
          className={buttonClass({ variant: 'line', size: 'tall', block: true })}
        >
          <Icon name="smartphone" />
          Login with phone
        </SignInFlowLink>
        <p className="t2 sm centred">
          New here? <SignInFlowLink to="/register">Create Account</SignInFlowLink>
        </p>
        <HostedButton />
      </div>
    </SignInPage>
  )
}

/** For a customer who opened the back office; local storage is empty at that point (specification §6). */
function NotTheirs() {
  return (
    <InlineMessage kind="warn" icon="shield-check" title="This area is for staff only" role="status">
      <span>
        The account you were signed in with is a customer’s, so you are signed out here. Log in as somebody of
        the team, or{' '}
        <AppLink className="link" href="/home">
          Go to the shop
        </AppLink>
      </span>
    </InlineMessage>
  )
}

function useWelcome(): string {
  const { from = '', email } = useReturnState()
  if (email) return `Open the link we emailed to ${email}, then log in.`
  if (from.startsWith('/product/')) return 'Your selection is saved.'
  return from.startsWith('/admin') ? 'Log in as an admin to continue.' : 'Welcome back.'
}
