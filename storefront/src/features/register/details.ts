import { isMobile } from '../../lib/entry/mobile-digits.ts'
import { texts } from './texts.ts'

/** What step one asks for; goes to the server as it is. */
export type Details = { name: string; mobileNumber: string; email: string; password: string }
export type Fault = { message: string; fields: Partial<Record<keyof Details, string>> }

const missing = {
  name: 'What should we call you?',
  mobileNumber: '10 digits, without +91.',
  email: 'Where do receipts go?',
  password: 'At least 8 characters.',
} as const satisfies Record<keyof Details, string>

/** Why these details are not sent; undefined when they may be. Whether they will do is for the server to say. */
export function errorOf(details: Details): Fault | undefined {
  const empty = names.filter((name) => details[name].trim() === '')
  if (empty.length > 0) {
    return { message: texts.missing, fields: Object.fromEntries(empty.map((name) => [name, missing[name]])) }
  }
  if (isMobile(details.mobileNumber)) return undefined
  return { message: texts.badMobile, fields: { mobileNumber: missing.mobileNumber } }
}

const names = Object.keys(missing) as (keyof Details)[]

export function isDetail(name: string | undefined): name is keyof Details {
  return name !== undefined && Object.hasOwn(missing, name)
}
