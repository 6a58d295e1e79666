import type { Fields } from '../wire/faults.ts'
import type { SmsSettings } from './message-settings.ts'
import { partsOf } from './sms-parts.ts'

/** The result of a message: a text with its price, or the provider's code. */
export type SmsDecision =
  | { kind: 'send'; numbers: string[]; text: string; parts: number; paise: number }
  | { kind: 'no'; code: number }

/** Codes and texts of docs.fast2sms.com/reference/error-code-list. */
export const smsErrors: Readonly<Record<number, string>> = {
  401: 'Sender ID Missing',
  402: 'Message Text Missing',
  403: 'Route Missing',
  406: 'Invalid Sender ID',
  408: 'Invalid Route',
  411: 'Invalid Numbers',
  412: 'Invalid Authentication, Check Authorization Key',
  416: "You don't have sufficient wallet balance",
  424: 'Invalid Message ID',
  995: 'Spamming detected (sending multiple SMS to same number is not allowed)',
  996: 'Before using OTP SMS API, complete KYC.',
  999: 'Complete single transaction of minimum 100 INR in Fast2SMS wallet before using API',
}

/** Per part and number: `q` costs about ₹5, registered texts and codes ₹0.25. */
const paisePerPart = { q: 500, dlt: 25, otp: 25 }
type Route = keyof typeof paisePerPart

/** An earlier message: its time and numbers. */
export type SentBefore = { sentAt: number; numbers: readonly string[] }

export type SmsState = {
  settings: SmsSettings
  spentPaise: number
  before: readonly SentBefore[]
  now: number
}

/** The provider's answer to a message; changes nothing. */
export function decideSms(fields: Fields, state: SmsState): SmsDecision {
  const { settings } = state
  const route = fields.route ?? ''
  if (settings.account === 'unpaid') return no(999)
  if (route === '') return no(403)
  if (!Object.hasOwn(paisePerPart, route)) return no(408)
  if (route === 'otp' && settings.account === 'unverified') return no(996)
  const wrong = route === 'dlt' ? wrongInTemplate(fields) : undefined
  if (wrong) return no(wrong)
  const numbers = (fields.numbers ?? '').split(',')
  if (!numbers.every((number) => /^[6-9]\d{9}$/.test(number))) return no(411)
  const text = textSent(fields, settings)
  if (text === '') return no(402)
  if (isSpam(numbers, state)) return no(995)
  const parts = partsOf(text)
  const paise = parts * numbers.length * paisePerPart[route as Route]
  if (state.spentPaise + paise > settings.balancePaise) return no(416)
  return { kind: 'send', numbers, text, parts, paise }
}

const no = (code: number): SmsDecision => ({ kind: 'no', code })

function wrongInTemplate({ sender_id = '', message = '' }: Fields): number | undefined {
  if (!/^[A-Za-z0-9]{3,6}$/.test(sender_id)) return 406
  return /^\d+$/.test(message) ? undefined : 424
}

function textSent(fields: Fields, { templates }: SmsSettings): string {
  if (fields.route === 'q') return fields.message ?? ''
  const values = (fields.variables_values ?? '').split('|')
  if (fields.route === 'otp') return `Your OTP: ${values[0]}`
  const template = templates[fields.message ?? '']
  if (template === undefined) return `[template ${fields.message}] ${values.join(' | ')}`
  let place = 0
  return template.replaceAll('{#var#}', () => values[place++] ?? '')
}

const isSpam = (numbers: readonly string[], { settings, before, now }: SmsState) =>
  before.some(
    (sms) =>
      now - sms.sentAt < settings.spamWindowMs && sms.numbers.some((number) => numbers.includes(number)),
  )
