import { setTimeout as sleep } from 'node:timers/promises'

/**
 * One HTTP call to a vendor, sorted by what it proves. Only `unreachable` proves that the vendor never saw the
 * request; after `lost` and `nonsense` it may have acted on it.
 */
export type VendorReply =
  | { kind: 'json'; httpStatus: number; body: unknown }
  | { kind: 'nonsense'; message: string }
  | { kind: 'lost'; message: string }
  | { kind: 'unreachable'; message: string }

export type VendorRequest = {
  url: string
  headers: Record<string, string>
  body: string
  timeoutMs: number
}

/** A call that does not heed its time-out is left behind after so much longer. */
const unheededMs = 1_000

/**
 * POSTs `body` once. Never throws, never follows a redirect (it would carry keys elsewhere), never repeats, and
 * ends a second after `timeoutMs` at the latest, whatever happens below it.
 */
export async function callVendor(request: VendorRequest): Promise<VendorReply> {
  const leaving = new AbortController()
  const leftBehind = sleep(request.timeoutMs + unheededMs, lateReply(request), { signal: leaving.signal })
  try {
    return await Promise.race([post(request), leftBehind])
  } finally {
    leaving.abort()
    leftBehind.catch(() => undefined)
  }
}

/**
 * The body goes as a stream, which can be read once: `fetch` by itself sends a text again when the answer is HTTP 421
 * (https://fetch.spec.whatwg.org/#http-network-or-cache-fetch), and a purchase with it.
 */
async function post(request: VendorRequest): Promise<VendorReply> {
  const body = new Blob([request.body])
  try {
    const response = await fetch(request.url, {
      method: 'POST',
      headers: { ...request.headers, 'content-length': String(body.size) },
      body: body.stream(),
      duplex: 'half',
      redirect: 'manual',
      signal: AbortSignal.timeout(request.timeoutMs),
    })
    return readReply(response.status, await response.text())
  } catch (error) {
    return sortFailure(error, request)
  }
}

const lateReply = ({ timeoutMs }: VendorRequest): VendorReply => ({
  kind: 'lost',
  message: `No answer within ${timeoutMs / 1_000} s.`,
})

/** The vendor's own words, fit for a log or a screen: one line, no mark-up, at most 300 characters, no secret. */
export function tellVendorText(text: unknown, secrets: readonly string[]): string {
  if (typeof text !== 'string' && typeof text !== 'number') return ''
  const line = String(text)
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  const clean = secrets
    .filter((secret) => secret.length > 0)
    .reduce((told, secret) => told.replaceAll(secret, '***'), line)
  return clean.slice(0, 300)
}

/** A vendor's JSON object, or an empty one where it sent something else; fields are read one by one. */
export function asRecord(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : {}
}

/** An id that one vendor writes as a number and another as a string. Empty when there is none. */
export function asId(value: unknown): string {
  if (typeof value === 'number' && Number.isSafeInteger(value)) return String(value)
  return typeof value === 'string' ? value.trim() : ''
}

/** An amount that one vendor writes as a number and another as text; undefined when it is neither. */
export function asDecimal(value: unknown): string | undefined {
  const text = typeof value === 'number' ? String(value) : value
  return typeof text === 'string' && /^-?\d+(\.\d+)?$/.test(text.trim()) ? text.trim() : undefined
}

function readReply(httpStatus: number, text: string): VendorReply {
  try {
    return { kind: 'json', httpStatus, body: JSON.parse(text) }
  } catch {
    return { kind: 'nonsense', message: `The reply is not JSON (HTTP ${httpStatus}).` }
  }
}

const NEVER_SENT = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
])

function sortFailure(error: unknown, request: VendorRequest): VendorReply {
  if (error instanceof DOMException && error.name === 'TimeoutError') return lateReply(request)
  const codes = causeCodes(error)
  const told = codes.join(', ') || 'no cause given'
  if (codes.length > 0 && codes.every((code) => NEVER_SENT.has(code))) {
    return { kind: 'unreachable', message: `The connection could not be opened (${told}).` }
  }
  return { kind: 'lost', message: `The connection broke (${told}).` }
}

/** A host with several addresses fails with one code per address tried; all of them count. */
function causeCodes(error: unknown): string[] {
  const cause = error instanceof Error && error.cause !== undefined ? error.cause : error
  const parts = cause instanceof AggregateError && cause.errors.length > 0 ? cause.errors : [cause]
  return [...new Set(parts.map((part) => asRecord(part).code).filter((code) => typeof code === 'string'))]
}
