import { buttonClass } from '@jhatpat/shared/ui/button.tsx'
import { Stepper } from '@jhatpat/shared/ui/stepper.tsx'
import { type ReturnState, useReturnState } from '../../lib/entry/return-path.tsx'
import { SignInResultPage } from '../../lib/entry/sign-in-result-page.tsx'
import { FormMessage, type FormMessageContent } from '../../lib/entry/form-message.tsx'
import { useDelayedRedirect } from '../../lib/entry/use-delayed-redirect.ts'
import { RouterLink } from '../../lib/router-link.tsx'
import { steps } from './texts.ts'

/** The account is there; its address is still to be proved. The login comes by itself. */
export function MailSentPanel({ email, said }: { email: string; said: FormMessageContent | undefined }) {
  const { from } = useReturnState()
  const state: ReturnState = { from, email }
  useDelayedRedirect('/login', true, state)
  return (
    <SignInResultPage
      spot="mail"
      title="Nearly there"
      text={`We have sent a link to ${email}. Open it once, then log in.`}
    >
      <Stepper steps={steps} at={2} />
      <FormMessage message={said && { ...said, text: 'The login opens in 2 seconds.' }} />
      <RouterLink
        className={buttonClass({ variant: 'accent', size: 'lg', block: true })}
        to="/login"
        state={state}
      >
        Login
      </RouterLink>
    </SignInResultPage>
  )
}
