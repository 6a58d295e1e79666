import { createHmac } from 'node:crypto'

/**
 * MooGold's `auth` header: HMAC-SHA256 over the exact bytes of the body, the timestamp and the path without its
 * leading slash (doc.moogold.com). Send the very string that was signed.
 */
export function signMooGold(call: { body: string; timestamp: string; path: string }, secret: string): string {
  return createHmac('sha256', secret)
    .update(call.body + call.timestamp + call.path, 'utf8')
    .digest('hex')
}
