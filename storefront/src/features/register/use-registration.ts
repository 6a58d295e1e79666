import { ApiError } from '@jhatpat/shared/contracts/http/client.ts'
import { useState } from 'react'
import { refusal } from '../../lib/entry/refusal.ts'
import { resendAfterMs, useTimeLeft } from '../../lib/entry/use-time-left.ts'
import { useCall } from '../../lib/use-call.ts'
import { type Details, type Fault, errorOf, isDetail } from './details.ts'
import { texts } from './texts.ts'
import { useMessage } from './use-message.ts'

export type Step = 'details' | 'verify' | 'done'

/** Create Account: the details, the code that was sent to the number, and what is said on the way. */
export function useRegistration() {
  const call = useCall()
  const [step, setStep] = useState<Step>('details')
  const [details, setDetails] = useState<Details>({ name: '', mobileNumber: '', email: '', password: '' })
  const [faults, setFaults] = useState<Fault['fields']>({})
  const [busy, setBusy] = useState<'sending' | 'verifying'>()
  const { message, say } = useMessage()
  const [resendAt, setResendAt] = useState<number>()
  const resendInMs = useTimeLeft(resendAt) ?? 0

  const refuse = (fault: Fault, error?: unknown) => {
    setFaults(fault.fields)
    say(fault.message, refusal(error, fault.message).text)
  }
  const sendCode = async () => {
    const fault = errorOf(details)
    if (busy || fault) return fault && refuse(fault)
    setFaults({})
    setBusy('sending')
    try {
      const { msg, retryAfter } = await call('createAccount', { body: details })
      say(msg)
      setResendAt(performance.now() + (retryAfter === undefined ? resendAfterMs : retryAfter * 1_000))
      setStep('verify')
    } catch (error) {
      refuse(faultFrom(error, texts.registrationFailed), error)
    } finally {
      setBusy(undefined)
    }
  }
  /** Answers whether the digits are to be entered anew. */
  const verify = async (otp: string) => {
    if (otp === '' || details.mobileNumber === '') {
      say(texts.missingCode)
      return false
    }
    setBusy('verifying')
    try {
      say((await call('verifyAndRegister', { body: { ...details, otp } })).msg)
      setStep('done')
      return false
    } catch (error) {
      const fault = faultFrom(error, texts.verificationFailed)
      refuse(fault, error)
      if (fault.message === texts.expired || Object.keys(fault.fields).length > 0) setStep('details')
      return error instanceof ApiError && error.code === 'otp_mismatch'
    } finally {
      setBusy(undefined)
    }
  }
  return {
    ...{ step, details, faults, busy, message, resendInMs, sendCode, verify },
    change: (part: Partial<Details>) => {
      setDetails((before) => ({ ...before, ...part }))
      setFaults((before) =>
        Object.fromEntries(Object.entries(before).filter(([name]) => !Object.hasOwn(part, name))),
      )
    },
    back: () => setStep('details'),
  }
}

export type Registration = ReturnType<typeof useRegistration>

/** What the server said, or `silent` when it gave no reason; and which field it is about. */
function faultFrom(error: unknown, silent: string): Fault {
  if (!(error instanceof ApiError)) return { message: texts.noNetwork, fields: {} }
  const message = error.reply.msg ?? silent
  return { message, fields: isDetail(error.field) ? { [error.field]: message } : {} }
}
