import { parseAmount } from '../../contracts/money.ts'
import { toAscii } from '../../platform/gsm7.ts'
import { asId, asRecord, callVendor, type VendorReply, vendorMessage } from '../call-vendor.ts'
import type { SmsBalance, SmsMessage, SmsResult, SmsSender } from './sms-sender.ts'

export type Fast2SmsOptions = {
  /** Scheme and host: `https://www.fast2sms.com`. */
  baseUrl: string
  key: string
  timeoutMs: number
  /** `q` takes free text at about ₹5; `dlt` sends registered templates at ₹0.15 to ₹0.25. */
  route: 'q' | 'dlt'
  /** The registered header; needed by `dlt`. */
  senderId: string
  /** Message ids of the templates registered with `dlt`, by our names. */
  templates: Readonly<Record<string, string>>
}

/** Fast2SMS (docs.fast2sms.com). The key goes in a header, never in the URL. */
export function createFast2Sms(options: Fast2SmsOptions): SmsSender {
  const isRegistered = (name: string) => Object.hasOwn(options.templates, name)
  return {
    name: 'fast2sms',
    canSend: (template) => options.route === 'q' || isRegistered(template),
    async send(message) {
      const body = bodyOf(message, options)
      if (!body) return { kind: 'rejected', message: 'This text has no registered template.' }
      const reply = await callVendor({
        url: `${options.baseUrl}/dev/bulkV2`,
        headers: { authorization: options.key, 'content-type': 'application/json' },
        body: JSON.stringify(body),
        timeoutMs: options.timeoutMs,
      })
      return readResult(reply, options)
    },
    async balance() {
      const reply = await callVendor({
        url: `${options.baseUrl}/dev/wallet`,
        headers: { authorization: options.key, 'content-type': 'application/json' },
        body: '{}',
        timeoutMs: options.timeoutMs,
      })
      return parseBalance(reply, options)
    },
  }
}

function bodyOf({ mobile, text, template }: SmsMessage, options: Fast2SmsOptions) {
  // Other characters are rejected there (417).
  if (options.route === 'q') return { route: 'q', message: toAscii(text), numbers: mobile }
  const id = template && Object.hasOwn(options.templates, template.name) && options.templates[template.name]
  if (!template || !id) return undefined
  return {
    route: 'dlt',
    sender_id: options.senderId,
    message: id,
    numbers: mobile,
    variables_values: template.values.map((value) => value.replaceAll('|', ' ')).join('|'),
  }
}

function readResult(reply: VendorReply, options: Fast2SmsOptions): SmsResult {
  if (reply.kind === 'unavailable') return { kind: 'deferred', message: reply.message, stops: 'server' }
  if (reply.kind === 'rate_limited') {
    return { kind: 'deferred', message: reply.message, waitMs: reply.retryAfterMs, stops: 'server' }
  }
  if (reply.kind !== 'json') return { kind: 'unknown', message: reply.message }
  if (reply.httpStatus >= 500)
    return { kind: 'unknown', message: `The sender answered HTTP ${reply.httpStatus}.` }
  const body = asRecord(reply.body)
  const rawMessage = Array.isArray(body.message) ? body.message.join(' ') : body.message
  const message = vendorMessage(rawMessage, [options.key])
  const isAnError = reply.httpStatus === 400 || reply.httpStatus === 401
  // Some errors come without `return` (seen with 996), with only the HTTP status.
  if (body.return === false || (body.return === undefined && isAnError)) {
    return notSent(asId(body.status_code), message || 'Rejected without a reason.')
  }
  const providerRef = asId(body.request_id)
  if (body.return === true && providerRef !== '') return { kind: 'accepted', providerRef }
  return { kind: 'unknown', message: message || 'The reply says neither yes nor no.' }
}

/** `wallet`: rupees as a decimal text, `"599.00"`. */
function parseBalance(reply: VendorReply, { key }: Fast2SmsOptions): SmsBalance {
  if (reply.kind !== 'json') return { kind: 'unknown', message: reply.message }
  const { return: isGood, wallet, message } = asRecord(reply.body)
  const paise = parseAmount(String(wallet ?? ''))
  if (isGood === true && paise !== undefined) return { kind: 'known', paise }
  return { kind: 'unknown', message: vendorMessage(message, [key]) || 'The reply names no balance.' }
}

/**
 * Errors of the message itself: no text, forbidden words, unknown number, characters or a link that
 * are not allowed.
 */
const finalCodes = new Set(['402', '405', '407', '411', '417', '426', '997'])

/**
 * A second message to the same number within minutes: counted as spam, also when it is retried too
 * soon.
 */
const tooSoonCode = '995'
const tooSoonWaitMs = 5 * 60_000

/**
 * All other codes are about the account, its money, sender id, templates or key, which a person
 * must correct.
 */
function notSent(code: string, reason: string): SmsResult {
  const message = code === '' ? reason : `${reason} (${code})`
  if (finalCodes.has(code)) return { kind: 'rejected', message }
  if (code === tooSoonCode) return { kind: 'deferred', message, waitMs: tooSoonWaitMs, isTooSoon: true }
  return { kind: 'deferred', message, ...(code === '' ? {} : { stops: 'account' }) }
}
