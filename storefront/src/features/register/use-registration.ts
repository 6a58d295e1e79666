import { ApiError } from '@jhatpat/shared/contracts/client.ts'
import { type ReactNode, useEffect, useState } from 'react'
import type { FormMessageContent } from '../../lib/sign-in/form-message.tsx'
import { isMobile } from '../../lib/sign-in/mobile-digits.ts'
import { triesLeftOf } from '../../lib/sign-in/otp-tries.ts'
import { refusal } from '../../lib/sign-in/refusal.ts'
import { resendAfterMs, useTimeLeft } from '../../lib/sign-in/use-time-left.ts'
import { useCall } from '../../lib/use-call.ts'
import { texts } from './texts.ts'

type Step = 'details' | 'verify' | 'done'

/** Create Account: the details, the code sent to the number, and messages. */
export function useRegistration() {
  const call = useCall()
  const [step, setStep] = useState<Step>('details')
  const [details, setDetails] = useState<Details>({ name: '', mobileNumber: '', email: '', password: '' })
  const [faults, setFaults] = useState<Fault['fields']>({})
  const [busy, setBusy] = useState<'sending' | 'verifying'>()
  const { message, showMessage } = useMessage()
  const [resendAt, setResendAt] = useState<number>()
  const resendInMs = useTimeLeft(resendAt) ?? 0

  const refuse = (fault: Fault, error?: unknown) => {
    setFaults(fault.fields)
    const { title, text } = refusal(error, fault.message)
    showMessage(title, text)
  }
  const sendCode = async () => {
    const fault = errorOf(details)
    if (busy || fault) return fault && refuse(fault)
    setFaults({})
    setBusy('sending')
    try {
      const { msg, retryAfter } = await call('createAccount', { body: details })
      showMessage(msg)
      setResendAt(performance.now() + (retryAfter === undefined ? resendAfterMs : retryAfter * 1_000))
      setStep('verify')
    } catch (error) {
      refuse(faultFrom(error, texts.registrationFailed), error)
    } finally {
      setBusy(undefined)
    }
  }
  /** @returns whether the digits must be entered again */
  const verify = async (otp: string) => {
    if (otp === '' || details.mobileNumber === '') {
      showMessage(texts.missingCode)
      return false
    }
    setBusy('verifying')
    try {
      showMessage((await call('verifyAndRegister', { body: { ...details, otp } })).msg)
      setStep('done')
      return false
    } catch (error) {
      const fault = faultFrom(error, texts.verificationFailed)
      refuse(fault, error)
      const isOver = fault.message === texts.expired || triesLeftOf(error) === 0
      if (isOver || Object.keys(fault.fields).length > 0) setStep('details')
      return error instanceof ApiError && error.code === 'otp_mismatch'
    } finally {
      setBusy(undefined)
    }
  }
  return {
    step,
    details,
    faults,
    busy,
    message,
    resendInMs,
    sendCode,
    verify,
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

/** The server's message, or `silent` when it gave no reason; and the field it is about. */
function faultFrom(error: unknown, silent: string): Fault {
  if (!(error instanceof ApiError)) return { message: texts.noNetwork, fields: {} }
  const message = error.reply.msg ?? silent
  return { message, fields: isDetail(error.field) ? { [error.field]: message } : {} }
}

/** The input of step one; sent to the server unchanged. */
type Details = { name: string; mobileNumber: string; email: string; password: string }
type Fault = { message: string; fields: Partial<Record<keyof Details, string>> }

const missing = {
  name: 'Enter your name',
  mobileNumber: 'Enter a 10-digit mobile number, without +91',
  email: 'Enter your email',
  password: 'At least 8 characters.',
} as const satisfies Record<keyof Details, string>

/**
 * Why these details are not sent; undefined when they may be. The server decides whether they are accepted.
 */
function errorOf(details: Details): Fault | undefined {
  const empty = names.filter((name) => details[name].trim() === '')
  if (empty.length > 0) {
    return { message: texts.missing, fields: Object.fromEntries(empty.map((name) => [name, missing[name]])) }
  }
  if (isMobile(details.mobileNumber)) return undefined
  return { message: texts.badMobile, fields: { mobileNumber: missing.mobileNumber } }
}

const names = Object.keys(missing) as (keyof Details)[]

function isDetail(name: string | undefined): name is keyof Details {
  return name !== undefined && Object.hasOwn(missing, name)
}

/** How long a message is shown, in ms (specification §9). */
const stayMs = 5_000

/**
 * One message that disappears by itself: green when it says 'successfully', red otherwise (specification §8).
 */
function useMessage() {
  const [message, setMessage] = useState<FormMessageContent>()
  useEffect(() => {
    if (!message) return
    const timer = setTimeout(() => setMessage(undefined), stayMs)
    return () => clearTimeout(timer)
  }, [message])
  const showMessage = (title: ReactNode, text?: ReactNode) =>
    setMessage({ kind: String(title).includes('successfully') ? 'ok' : 'bad', title, text })
  return { message, showMessage }
}
