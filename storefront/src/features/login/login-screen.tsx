import { buttonClass } from '@jhatpat/shared/ui/button.tsx'
import { Icon } from '@jhatpat/shared/ui/icons/icon.tsx'
import { InlineMessage } from '@jhatpat/shared/ui/inline-message.tsx'
import { AppLink } from '@jhatpat/shared/ui/links.tsx'
import { EnglishPage } from '@jhatpat/shared/ui/texts/page-language.tsx'
import { t } from '@jhatpat/shared/ui/texts/translate.ts'
import { useAtom } from 'jotai'
import { HostedButton } from '../../lib/hosted/hosted-button.tsx'
import { factorTicketAtom } from '../../lib/sign-in/factor-ticket.ts'
import { SignInFlowLink, useReturnState } from '../../lib/sign-in/return-path.tsx'
import { SignInPage } from '../../lib/sign-in/sign-in-page.tsx'
import { LoginForm } from './login-form.tsx'
import { SecondStep } from './second-step.tsx'

/** Signs in by email and password, with links to the other methods. */
export default function LoginScreen() {
  const [owed, setOwed] = useAtom(factorTicketAtom)
  if (owed) {
    return (
      <EnglishPage>
        <SignInPage title="Two-step verification">
          <SecondStep {...owed} onBack={() => setOwed(undefined)} />
        </SignInPage>
      </EnglishPage>
    )
  }
  return <FirstStep />
}

function FirstStep() {
  return (
    <SignInPage title={t('Login')}>
      <div className="stack entry">
        <h1 className="d1">{t('Login')}</h1>
        <p className="t2">{useWelcome()}</p>
        {useReturnState().isNotTheirs && <NotTheirs />}
        <LoginForm />
        <SignInFlowLink
          to="/otplogin"
          className={buttonClass({ variant: 'line', size: 'tall', block: true })}
        >
          <Icon name="smartphone" />
          {t('Log in with phone')}
        </SignInFlowLink>
        <p className="t2 sm centred">
          {t('New here?')} <SignInFlowLink to="/register">{t('Create Account')}</SignInFlowLink>
        </p>
        <HostedButton />
      </div>
    </SignInPage>
  )
}

/** For a customer who opened the back office; local storage is empty at that point (specification §6). */
function NotTheirs() {
  return (
    <InlineMessage kind="warn" icon="shield-check" title={t('This area is for staff only')} role="status">
      <span>
        {t('You were signed in with a customer account. Log in with a staff account.')}{' '}
        <AppLink className="link" href="/home">
          {t('Go to the store')}
        </AppLink>
      </span>
    </InlineMessage>
  )
}

function useWelcome(): string {
  const { from = '', email } = useReturnState()
  if (email) return t('Open the link we emailed to {email}, then log in.', { email })
  if (from.startsWith('/product/')) return t('Your selection is saved.')
  return from.startsWith('/admin') ? t('Log in as an admin to continue.') : t('Welcome back.')
}
