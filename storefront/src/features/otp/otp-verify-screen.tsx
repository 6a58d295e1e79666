import { groupMobile } from '@jhatpat/shared/ui/format/ids.ts'
import { minutesSeconds } from '@jhatpat/shared/ui/format/ist-time.ts'
import { Navigate, useParams } from 'react-router-dom'
import { EntryLink, type EntryState, useEntryState } from '../../lib/entry/came-from.tsx'
import { CodeForm } from '../../lib/entry/code-form.tsx'
import { EntryPage } from '../../lib/entry/entry-page.tsx'
import { isMobile } from '../../lib/entry/mobile-digits.ts'
import { RouterLink } from '../../lib/router-link.tsx'
import { useOtpLogin } from './use-otp-login.ts'

/** Signs in with the code that was sent to the number in the address, so that a reload keeps its place. */
export default function OtpVerifyScreen() {
  const { mobile = '' } = useParams()
  if (!isMobile(mobile)) return <Navigate to="/otplogin" replace />
  return (
    <EntryPage title="Enter the code">
      <EnterCode key={mobile} mobile={mobile} />
    </EntryPage>
  )
}

function EnterCode({ mobile }: { mobile: string }) {
  const { from } = useEntryState()
  const { busy, leftMs, resendInMs, saying, resend, verify } = useOtpLogin(mobile)
  return (
    <div className="stack entry">
      <h1 className="d1">Enter the code</h1>
      <p className="t2">
        Sent to <b className="nw t1">{groupMobile(mobile)}</b>.{' '}
        <RouterLink className="link" to="/otplogin" state={{ from, mobile } satisfies EntryState}>
          Change number
        </RouterLink>
      </p>
      <CodeForm
        label="6-digit OTP"
        saying={saying}
        aside={
          leftMs === undefined ? (
            'Did not arrive?'
          ) : (
            <>
              Good for{' '}
              <span className="num b t1" role="timer">
                {minutesSeconds(leftMs)}
              </span>
            </>
          )
        }
        resendInMs={resendInMs}
        busy={busy}
        onResend={resend}
        onVerify={verify}
      >
        <p className="t2 sm centred">
          No account with this number yet? <EntryLink to="/register">Create Account</EntryLink>
        </p>
      </CodeForm>
    </div>
  )
}
