import { ApiError } from '@jhatpat/shared/contracts/client.ts'
import { otpMs } from '@jhatpat/shared/contracts/otp-life.ts'
import { t } from '@jhatpat/shared/ui/texts/translate.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useContinueSignIn } from '../../lib/sign-in/factor-ticket.ts'
import type { FormMessageContent } from '../../lib/sign-in/form-message.tsx'
import { triesLeftOf } from '../../lib/sign-in/otp-tries.ts'
import { refusal } from '../../lib/sign-in/refusal.ts'
import { useSignedIn } from '../../lib/sign-in/use-signed-in.ts'
import { resendAfterMs, useTimeLeft } from '../../lib/sign-in/use-time-left.ts'
import { useCall } from '../../lib/use-call.ts'
import { texts } from './texts.ts'

/** Signs in with the code that was sent to this number, or with the next one. */
export function useOtpLogin(mobile: string) {
  const call = useCall()
  const signedIn = useSignedIn()
  const continueSignIn = useContinueSignIn()
  const { leftMs, failed, ask } = useOtpTimer(mobile)
  const [busy, setBusy] = useState<'sending' | 'verifying'>()
  const [message, setMessage] = useState<FormMessageContent>()
  /** The code can no longer be used, whatever its time. */
  const [spent, setSpent] = useState(false)
  const [resendAt, setResendAt] = useState<number>()
  const untilResendMs = useTimeLeft(resendAt)

  const resend = async () => {
    setBusy('sending')
    try {
      const { message, retryAfter } = await call('otpLogin', { body: { mobile } })
      setSpent(false)
      if (retryAfter !== undefined) setResendAt(performance.now() + retryAfter * 1_000)
      setMessage({
        kind: 'ok',
        title: message,
        text: 'If your last OTP is still valid, the same one is sent.',
      })
      await ask()
    } catch (error) {
      setMessage(refusal(error, messageOf(error)))
    } finally {
      setBusy(undefined)
    }
  }
  const verify = async (otp: string) => {
    if (otp.length < 6) {
      setMessage({ kind: 'bad', title: texts.badOtp })
      return false
    }
    setBusy('verifying')
    try {
      signedIn(await call('verifyOtp', { body: { mobile, otp } }))
      return false
    } catch (error) {
      if (continueSignIn(error)) return false
      const code = error instanceof ApiError ? error.code : undefined
      setSpent(spent || code === 'otp_expired' || triesLeftOf(error) === 0)
      setMessage(refusal(error, messageOf(error)))
      return code === 'otp_mismatch' || code === 'otp_expired'
    } finally {
      setBusy(undefined)
    }
  }
  const isOver = spent || leftMs === 0
  const isKnown = isOver || failed || leftMs !== undefined
  return {
    busy,
    isOver,
    /** In ms; undefined without a time to show. */
    leftMs: isOver ? undefined : leftMs,
    resendInMs: isOver || failed ? 0 : (untilResendMs ?? resendIn(leftMs ?? otpMs)),
    message: isKnown ? messageFrom({ message, failed, isOver }) : message,
    resend,
    verify,
  }
}

/** @param leftMs how long the latest code is valid */
function resendIn(leftMs: number): number {
  return Math.max(0, leftMs - (otpMs - resendAfterMs))
}

type LoginState = { message: FormMessageContent | undefined; failed: boolean; isOver: boolean }

function messageFrom({ message, failed, isOver }: LoginState): FormMessageContent {
  if (message && !(message.kind === 'ok' && isOver)) return message
  if (failed)
    return {
      kind: 'bad',
      title: texts.noTimer,
      text: 'The last OTP still works. Enter it, or request a new one.',
    }
  if (isOver) return { kind: 'bad', title: texts.expired }
  return { kind: 'ok', title: t('OTP sent. Valid for {n} minutes.', { n: otpMs / 60_000 }) }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

/**
 * Remaining validity of the code for this number in ms, by the server's clock: fetched when the page opens,
 * becomes visible again, or `ask` is called, and counted down between.
 */
function useOtpTimer(mobile: string) {
  const call = useCall()
  const { data, isError, refetch } = useQuery({
    queryKey: ['otp-timer', mobile],
    queryFn: async ({ signal }) => {
      const { timer } = await call('otpTimer', { body: { mobile }, signal })
      return { endsAt: performance.now() + timer }
    },
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: 'always',
    refetchOnReconnect: 'always',
  })
  return { leftMs: useTimeLeft(data?.endsAt), failed: isError, ask: refetch }
}
