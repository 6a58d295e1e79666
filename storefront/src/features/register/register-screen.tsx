import { Button, buttonClass } from '@jhatpat/shared/ui/button.tsx'
import { groupMobile } from '@jhatpat/shared/ui/format/ids.ts'
import { Stepper } from '@jhatpat/shared/ui/stepper.tsx'
import { HostedButton } from '../../lib/hosted/hosted-button.tsx'
import { RouterLink } from '../../lib/router-link.tsx'
import { CodeForm } from '../../lib/sign-in/code-form.tsx'
import { FormMessage, type FormMessageContent } from '../../lib/sign-in/form-message.tsx'
import { type ReturnState, useReturnState } from '../../lib/sign-in/return-path.tsx'
import { SignInPage } from '../../lib/sign-in/sign-in-page.tsx'
import { SignInResultPage } from '../../lib/sign-in/sign-in-result-page.tsx'
import { useDelayedRedirect } from '../../lib/sign-in/use-delayed-redirect.ts'
import { DetailsForm } from './details-form.tsx'
import { steps } from './texts.ts'
import { useRegistration } from './use-registration.ts'

/** Create Account, in two steps. */
export default function RegisterScreen() {
  const registration = useRegistration()
  const { step, details, busy, message, resendInMs } = registration
  return (
    <SignInPage title="Create Account">
      {step === 'done' ? (
        <MailSentPanel email={details.email} message={message} />
      ) : (
        <div className="stack entry">
          <h1 className="d1">Create Account</h1>
          <Stepper steps={steps} at={step === 'details' ? 0 : 1} />
          {step === 'details' ? (
            <>
              <DetailsForm registration={registration} />
              <HostedButton />
            </>
          ) : (
            <CodeForm
              label={`6-digit OTP, sent to ${groupMobile(details.mobileNumber)}`}
              message={message}
              aside="Didn’t get it?"
              resendInMs={resendInMs}
              busy={busy}
              onResend={registration.sendCode}
              onVerify={registration.verify}
            >
              <Button variant="quiet" block onClick={registration.back}>
                Change my details
              </Button>
            </CodeForm>
          )}
        </div>
      )}
    </SignInPage>
  )
}

/** The account exists; its address is still to be verified. The login page opens by itself. */
export function MailSentPanel({
  email,
  message,
}: {
  email: string
  message: FormMessageContent | undefined
}) {
  const { from } = useReturnState()
  const state: ReturnState = { from, email }
  useDelayedRedirect('/login', true, state)
  return (
    <SignInResultPage
      spot="mail"
      title="Almost done"
      text={`We have sent a link to ${email}. Open it once, then log in.`}
    >
      <Stepper steps={steps} at={2} />
      <FormMessage message={message && { ...message, text: 'The login opens in 2 seconds.' }} />
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
