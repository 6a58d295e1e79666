/**
 * The result of one HTTP call to a vendor, classified by what it proves. Only `unavailable` proves
 * that the vendor never received the request, and `rate_limited` (HTTP 429) that it did not act on
 * it; after `lost` and `nonsense` it may have.
 */
export type VendorReply =
  | { kind: 'json'; httpStatus: number; body: unknown }
  | { kind: 'nonsense'; message: string; httpStatus: number }
  | { kind: 'lost'; message: string }
  | { kind: 'unavailable'; message: string }
  | { kind: 'rate_limited'; message: string; retryAfterMs: number }

export type VendorRequest = {
  url: string
  headers: Record<string, string>
  timeoutMs: number
}

/** How long after its time-out a call that ignores it is abandoned. */
const abandonAfterMs = 1_000

/** Ends a second after the call's time-out at the latest. */
export async function replyWithin(
  request: VendorRequest,
  call: () => Promise<VendorReply>,
): Promise<VendorReply> {
  let timer: NodeJS.Timeout | undefined
  const timedOut = new Promise<VendorReply>((resolve) => {
    timer = setTimeout(resolve, request.timeoutMs + abandonAfterMs, timeoutReply(request))
  })
  try {
    return await Promise.race([call(), timedOut])
  } finally {
    clearTimeout(timer)
  }
}

export const timeoutReply = ({ timeoutMs }: VendorRequest): VendorReply => ({
  kind: 'lost',
  message: `No answer within ${timeoutMs / 1_000} s.`,
})

const longestReply = 4_000_000

type Bytes = AsyncIterable<Uint8Array> | Iterable<Uint8Array>

/** Reads a reply to its end, or up to 4 MB, which no vendor needs. */
export async function readReply(httpStatus: number, bytes: Bytes): Promise<VendorReply> {
  const parts: Uint8Array[] = []
  let length = 0
  for await (const part of bytes) {
    length += part.length
    if (length > longestReply)
      return { kind: 'nonsense', httpStatus, message: 'The reply is longer than 4 MB.' }
    parts.push(part)
  }
  try {
    return { kind: 'json', httpStatus, body: JSON.parse(new TextDecoder().decode(Buffer.concat(parts))) }
  } catch {
    return { kind: 'nonsense', httpStatus, message: `The reply is not JSON (HTTP ${httpStatus}).` }
  }
}

/** What a call proves that failed after its connection was established. */
export const classifyFailure = (error: unknown): VendorReply => ({
  kind: 'lost',
  message: `Connection lost (${causeCodes(error).join(', ') || 'no cause given'}).`,
})

export const unavailableReply = (cause: string): VendorReply => ({
  kind: 'unavailable',
  message: `Couldn’t connect (${cause}).`,
})

/** A host with several addresses fails with one code per address tried; all are returned. */
export function causeCodes(error: unknown): string[] {
  const cause = error instanceof Error && error.cause !== undefined ? error.cause : error
  const parts = cause instanceof AggregateError && cause.errors.length > 0 ? cause.errors : [cause]
  return [...new Set(parts.map((part) => codeOf(part)).filter((code) => typeof code === 'string'))]
}

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? error.code : undefined)
