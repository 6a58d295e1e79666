import { measure } from '../platform/measurements/index.ts'
import { asRecord, vendorMessage } from './call-vendor.ts'
import type { CaptureCall, LoggedFields, OnRateLimited, VendorCall } from './vendor-call.ts'
import type { VendorReply } from './vendor-reply.ts'

export type CapturedCall = {
  vendor: string
  call: string
  /**
   * Values that must never be recorded, also where the vendor repeats them: keys, and the
   * customer's data in the call.
   */
  secrets: readonly string[]
  capture: CaptureCall | undefined
  onRateLimited?: OnRateLimited | undefined
  /** Undefined for calls that are not about an order. */
  loggedFields: LoggedFields | undefined
}

/** Makes a call and passes it to `capture`. An error of `capture` does not affect the call. */
export async function captureCall(
  about: CapturedCall,
  send: () => Promise<VendorReply>,
): Promise<VendorReply> {
  const { vendor, call, capture, loggedFields, onRateLimited } = about
  const begun = performance.now()
  const reply = await send()
  const tookMs = Math.round(performance.now() - begun)
  measure('vendorCall', () => ({ account: vendor, call, outcome: reply.kind, tookMs }))
  if (reply.kind === 'rate_limited') await onRateLimited?.(vendor, reply.retryAfterMs)
  if (!capture || !loggedFields) return reply
  try {
    capture(vendorCallOf({ ...about, loggedFields }, reply, tookMs))
  } catch {
    // Recording must not fail a purchase.
  }
  return reply
}

function vendorCallOf(
  { vendor, call, secrets, loggedFields }: CapturedCall & { loggedFields: LoggedFields },
  reply: VendorReply,
  tookMs: number,
): VendorCall {
  const { ref, isAct = false, asked, ids, texts } = loggedFields
  const isJson = reply.kind === 'json'
  const body = isJson ? reply.body : undefined
  const hidden: Hidden = { secrets, forms: secrets.flatMap(encodedForms) }
  return {
    vendor,
    call,
    ref,
    isAct,
    tookMs,
    outcome: reply.kind,
    asked: cleanedFields(Object.entries(asked), (value) => fitTexts(value, hidden)),
    httpStatus: isJson ? reply.httpStatus : 0,
    answered: {
      ...cleanedFields(valuesAt(body, ids), (value) => fitId(value, hidden)),
      ...cleanedFields(valuesAt(body, texts), (value) => fitTexts(value, hidden)),
    },
    note: isJson ? '' : fitTexts(reply.message, hidden),
  }
}

/** The secrets, and every form in which a text may have them. */
type Hidden = { secrets: readonly string[]; forms: readonly string[] }

type Fit = (value: unknown) => string

const cleanedFields = (entries: readonly (readonly [string, unknown])[], fit: Fit): Record<string, string> =>
  Object.fromEntries(entries.map(([name, value]) => [name, fit(value)] as const).filter(([, text]) => text))

const valuesAt = (body: unknown, paths: readonly string[]) =>
  paths.map((path) => [path, path.split('.').reduce((at, name) => asRecord(at)[name], body)] as const)

/** An id or an amount, but not a longer value such as a signature or a token. */
const idPattern = /^[\w.:-]{1,23}$/

function fitId(value: unknown, hidden: Hidden): string {
  const text = clean(value, [])
  return idPattern.test(text) && !hidden.secrets.some((secret) => containsSecret(text, secret))
    ? text
    : fitTexts(value, hidden)
}

/** A short number of ours may be part of a longer one by chance. */
const containsSecret = (text: string, secret: string) =>
  secret.length < 10 ? text === secret : secret !== '' && text.includes(secret)

/**
 * Text without secrets, addresses, phone numbers, or anything long enough to be a key or a code.
 */
function fitTexts(value: unknown, { forms }: Hidden): string {
  return clean(value, forms)
    .replace(/[\w.+%-]+(?:@|%40)[\w.-]+/gi, '***')
    .replace(/[\w+/=-]{24,}/g, '***')
    .replace(/(?:\d[ -]?){6,}(?=\d{4})/g, '••••••')
}

const clean = (value: unknown, forms: readonly string[]): string =>
  vendorMessage(typeof value === 'boolean' ? String(value) : value, forms)

/** A form may encode a secret. The longest first, so that no part of one is left. */
const encodedForms = (secret: string): string[] => {
  const forms = [secret, encodeURIComponent(secret), new URLSearchParams({ s: secret }).toString().slice(2)]
  return secret.length < 3 ? [] : [...new Set(forms)].toSorted((a, b) => b.length - a.length)
}
