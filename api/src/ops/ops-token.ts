import { createHmac, timingSafeEqual } from 'node:crypto'

/** How long the queue board stays open without a new token. */
export const opsTokenMs = 15 * 60_000
export const opsTokenCookie = 'ops_pass'

/** Signs a token for a session, valid for 15 minutes and not after the session has ended. */
export function signOpsToken(sessionId: string, expiresAt: Date, secretKey: string): string {
  const payload = `${sessionId}.${expiresAt.getTime()}`
  return `${payload}.${sign(payload, secretKey)}`
}

/** The session id of a valid token that has not expired. */
export function readOpsToken(value: string | undefined, secretKey: string, now: Date): string | undefined {
  const [sessionId = '', expiresAt = '', signature = ''] = (value ?? '').split('.')
  const expected = Buffer.from(sign(`${sessionId}.${expiresAt}`, secretKey))
  const given = Buffer.from(signature)
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined
  return Number(expiresAt) > now.getTime() ? sessionId : undefined
}

function sign(payload: string, secretKey: string): string {
  return createHmac('sha256', Buffer.from(secretKey, 'base64'))
    .update(`ops-pass ${payload}`)
    .digest('base64url')
}
