import { groupMobile } from '@jhatpat/shared/ui/format/ids.ts'
import { minutesSeconds } from '@jhatpat/shared/ui/format/ist-time.ts'
import { rich } from '@jhatpat/shared/ui/texts/rich.tsx'
import { t } from '@jhatpat/shared/ui/texts/translate.ts'
import { Navigate, useParams } from 'react-router-dom'
import { RouterLink } from '../../lib/router-link.tsx'
import { CodeForm } from '../../lib/sign-in/code-form.tsx'
import { isMobile } from '../../lib/sign-in/mobile-digits.ts'
import { type ReturnState, SignInFlowLink, useReturnState } from '../../lib/sign-in/return-path.tsx'
import { SignInPage } from '../../lib/sign-in/sign-in-page.tsx'
import { useOtpLogin } from './use-otp-login.ts'

/** Signs in with the code sent to the number in the address, so that a reload keeps its place. */
export default function OtpVerifyScreen() {
  const { mobile = '' } = useParams()
  if (!isMobile(mobile)) return <Navigate to="/otplogin" replace />
  return (
    <SignInPage title={t('Enter the OTP')}>
      <EnterCode key={mobile} mobile={mobile} />
    </SignInPage>
  )
}

function EnterCode({ mobile }: { mobile: string }) {
  const { from } = useReturnState()
  const { busy, isOver, leftMs, resendInMs, message, resend, verify } = useOtpLogin(mobile)
  return (
    <div className="stack entry">
      <h1 className="d1">{t('Enter the OTP')}</h1>
      <p className="t2">
        {rich('Enter the OTP for {mobile}.', { mobile: <b className="nowrap t1">{groupMobile(mobile)}</b> })}{' '}
        <RouterLink className="link" to="/otplogin" state={{ from, mobile } satisfies ReturnState}>
          {t('Change number')}
        </RouterLink>
      </p>
      <CodeForm
        label={t('6-digit OTP')}
        message={message}
        aside={
          leftMs === undefined
            ? t('Didn’t get it?')
            : rich('OTP expires in {time}', {
                time: (
                  <span className="num b t1" role="timer">
                    {minutesSeconds(leftMs)}
                  </span>
                ),
              })
        }
        resendInMs={resendInMs}
        busy={busy}
        isOver={isOver}
        onResend={resend}
        onVerify={verify}
      >
        <p className="t2 sm centred">
          {t('No account with this number?')}{' '}
          <SignInFlowLink to="/register">{t('Create Account')}</SignInFlowLink>
        </p>
      </CodeForm>
    </div>
  )
}
