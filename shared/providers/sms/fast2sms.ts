import { asId, asRecord, callVendor, tellVendorText, type VendorReply } from '../call-vendor.ts'
import type { SmsResult, SmsSender } from './sms-sender.ts'

export type Fast2SmsOptions = {
  /** Scheme and host: `https://www.fast2sms.com`. */
  baseUrl: string
  key: string
  timeoutMs: number
}

/** Fast2SMS by its quick route, which takes free text (docs.fast2sms.com). The key goes in a header, never in the URL. */
export function createFast2Sms(options: Fast2SmsOptions): SmsSender {
  return {
    name: 'fast2sms',
    async send({ mobile, text }) {
      const reply = await callVendor({
        url: `${options.baseUrl}/dev/bulkV2`,
        headers: { authorization: options.key, 'content-type': 'application/json' },
        body: JSON.stringify({ route: 'q', message: text, numbers: mobile }),
        timeoutMs: options.timeoutMs,
      })
      return readResult(reply, options)
    },
  }
}

function readResult(reply: VendorReply, options: Fast2SmsOptions): SmsResult {
  if (reply.kind !== 'json') return { kind: 'unknown', message: reply.message }
  if (reply.httpStatus >= 500)
    return { kind: 'unknown', message: `The sender answered HTTP ${reply.httpStatus}.` }
  const body = asRecord(reply.body)
  const said = Array.isArray(body.message) ? body.message.join(' ') : body.message
  const message = tellVendorText(said, [options.key])
  if (body.return === false) return { kind: 'refused', message: message || 'Refused without a reason.' }
  const providerRef = asId(body.request_id)
  if (body.return === true && providerRef !== '') return { kind: 'accepted', providerRef }
  return { kind: 'unknown', message: message || 'The reply says neither yes nor no.' }
}
