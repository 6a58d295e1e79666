const defaultMs = 30_000
const shortestMs = 1_000
const longestMs = 15 * 60_000

/**
 * Returns how long a vendor that answered HTTP 429 is not called.
 * @param header `Retry-After`: seconds, or a date
 * (https://www.rfc-editor.org/rfc/rfc9110#section-10.2.3)
 * @returns ms, from 1 s to 15 min; 30 s where the header is missing or unreadable
 */
export function retryAfterMs(header: string | undefined, now: Date): number {
  const text = header?.trim() ?? ''
  const ms = /^\d+$/.test(text) ? Number(text) * 1_000 : untilDate(text, now)
  return ms === undefined ? defaultMs : Math.min(longestMs, Math.max(shortestMs, ms))
}

function untilDate(text: string, now: Date): number | undefined {
  const at = /[a-z]/i.test(text) ? Date.parse(text) : Number.NaN
  return Number.isNaN(at) ? undefined : at - now.getTime()
}
