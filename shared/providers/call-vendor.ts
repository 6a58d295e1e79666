import { callOnce } from './call-once.ts'
import type { VendorReply, VendorRequest } from './vendor-reply.ts'

export type { VendorReply } from './vendor-reply.ts'

/**
 * POSTs `body` once. Never throws, never follows a redirect (it would send keys elsewhere), never
 * repeats, reads no reply of more than 4 MB, and ends a second after `timeoutMs` at the latest.
 */
export function callVendor(request: VendorRequest & { body: string }): Promise<VendorReply> {
  return callOnce({ ...request, method: 'POST' })
}

/**
 * The vendor's message, cleaned for a log or a screen: one line, no mark-up, at most 300
 * characters, no secret.
 */
export function vendorMessage(text: unknown, secrets: readonly string[]): string {
  if (typeof text !== 'string' && typeof text !== 'number') return ''
  const line = removeSecrets(String(text), secrets)
    .slice(0, maxRead)
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  return removeSecrets(line, secrets).slice(0, 300)
}

/** Enough for 300 characters among mark-up, and short enough for the patterns. */
const maxRead = 2_000

const removeSecrets = (text: string, secrets: readonly string[]): string =>
  secrets.filter(Boolean).reduce((masked, secret) => masked.replaceAll(secret, '***'), text)

/** A vendor's JSON object, or an empty one for any other value; fields are read one by one. */
export function asRecord(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : {}
}

/** An id that vendors write as a number or as a string. Empty when there is none. */
export function asId(value: unknown): string {
  if (typeof value === 'number' && Number.isSafeInteger(value)) return String(value)
  return typeof value === 'string' ? value.trim() : ''
}

/** An amount that vendors write as a number or as text; undefined when it is neither. */
export function asDecimal(value: unknown): string | undefined {
  const text = typeof value === 'number' ? String(value) : value
  return typeof text === 'string' && /^-?\d+(\.\d+)?$/.test(text.trim()) ? text.trim() : undefined
}
