import { Button } from '@jhatpat/shared/ui/button.tsx'
import { groupMobile } from '@jhatpat/shared/ui/format/ids.ts'
import { Stepper } from '@jhatpat/shared/ui/stepper.tsx'
import { CodeForm } from '../../lib/entry/code-form.tsx'
import { SignInPage } from '../../lib/entry/sign-in-page.tsx'
import { HostedButton } from '../../lib/hosted/hosted-button.tsx'
import { DetailsForm } from './details-form.tsx'
import { MailSentPanel } from './nearly-there.tsx'
import { steps } from './texts.ts'
import { useRegistration } from './use-registration.ts'

/** Create Account, in two steps. */
export default function RegisterScreen() {
  const registration = useRegistration()
  const { step, details, busy, message, resendInMs } = registration
  return (
    <SignInPage title="Create Account">
      {step === 'done' ? (
        <MailSentPanel email={details.email} said={message} />
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
              aside="Did not arrive?"
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
