import { createHmac, timingSafeEqual } from 'node:crypto'

/** How long the queue board stays open without asking the admin app again. */
export const opsTokenMs = 15 * 60_000
export const opsTokenCookie = 'ops_pass'

/** A value that proves, for 15 minutes, which session asked for it. It opens nothing once that session is over. */
export function signOpsToken(sessionId: string, expiresAt: Date, secretKey: string): string {
  const claim = `${sessionId}.${expiresAt.getTime()}`
  return `${claim}.${sign(claim, secretKey)}`
}

/** The session id of a genuine pass that has not run out. */
export function readOpsToken(value: string | undefined, secretKey: string, now: Date): string | undefined {
  const [sessionId = '', expiresAt = '', signature = ''] = (value ?? '').split('.')
  const expected = Buffer.from(sign(`${sessionId}.${expiresAt}`, secretKey))
  const given = Buffer.from(signature)
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined
  return Number(expiresAt) > now.getTime() ? sessionId : undefined
}

function sign(claim: string, secretKey: string): string {
  return createHmac('sha256', Buffer.from(secretKey, 'base64'))
    .update(`ops-pass ${claim}`)
    .digest('base64url')
}
