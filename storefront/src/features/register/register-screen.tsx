import { Button, buttonClass } from '@jhatpat/shared/ui/button.tsx'
import { groupMobile } from '@jhatpat/shared/ui/format/ids.ts'
import { Stepper } from '@jhatpat/shared/ui/stepper.tsx'
import { t } from '@jhatpat/shared/ui/texts/translate.ts'
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
    <SignInPage title={t('Create Account')}>
      {step === 'done' ? (
        <MailSentPanel email={details.email} message={message} />
      ) : (
        <div className="stack entry">
          <h1 className="d1">{t('Create Account')}</h1>
          <Stepper steps={steps.map((step) => t(step))} at={step === 'details' ? 0 : 1} />
          {step === 'details' ? (
            <>
              <DetailsForm registration={registration} />
              <HostedButton />
            </>
          ) : (
            <CodeForm
              label={t('6-digit OTP, sent to {mobile}', { mobile: groupMobile(details.mobileNumber) })}
              message={message}
              aside={t('Didn’t get it?')}
              resendInMs={resendInMs}
              busy={busy}
              onResend={registration.sendCode}
              onVerify={registration.verify}
            >
              <Button variant="quiet" block onClick={registration.back}>
                {t('Change my details')}
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
      title={t('Almost done')}
      text={t('We’ve emailed a verification link to {email}. Verify, then log in.', { email })}
    >
      <Stepper steps={steps.map((step) => t(step))} at={2} />
      <FormMessage message={message && { ...message, text: 'Taking you to login…' }} />
      <RouterLink
        className={buttonClass({ variant: 'accent', size: 'lg', block: true })}
        to="/login"
        state={state}
      >
        {t('Login')}
      </RouterLink>
    </SignInResultPage>
  )
}
