import { type Clock, systemClock } from '../../platform/clock.ts'
import { asId, asRecord, callVendor, tellVendorText, type VendorReply } from '../call-vendor.ts'
import { signSmileOne } from './smile-one-sign.ts'
import type { PlayerCheck, Supplier, SupplierBalance, UnitOutcome } from './supplier.ts'

export type SmileOneOptions = {
  name: 'SMILEBR' | 'SMILEPH'
  /** Scheme and host, without the country: `https://www.smile.one`. */
  baseUrl: string
  /** The country's path segment; Brazil has none. Each country has its own balance. */
  country: '' | 'ph'
  uid: string
  email: string
  key: string
  timeoutMs: number
  /** Signs with its time; the machine's own if none is given. */
  clock?: Clock
}

/**
 * Buys from Smile.one. Orders are final at once, carry no reference of ours and can't be looked up, so a call
 * without a clear answer stays `unknown`. An order's `account` holds `userid` and `zoneid`.
 */
export function createSmileOne(options: SmileOneOptions): Supplier {
  const post = (call: string, parameters: Record<string, string>) => postSigned(options, call, parameters)
  return {
    name: options.name,
    canLookUp: false,
    async buyUnit(order) {
      const reply = await post('createorder', {
        userid: order.account.userid ?? '',
        zoneid: order.account.zoneid ?? '',
        product: order.supplierProduct,
        productid: order.supplierItemId,
      })
      return readOrder(reply, options)
    },
    async lookUpUnit() {
      return { kind: 'unknown', message: 'Smile.one cannot be asked about an order.' }
    },
    async checkPlayer(query) {
      const reply = await post('getrole', {
        userid: query.userId,
        zoneid: query.zoneId,
        product: query.supplierProduct,
        productid: query.supplierItemId,
      })
      return readPlayer(reply, options)
    },
    async queryBalance() {
      return readBalance(await post('querypoints', { product: 'mobilelegends' }), options)
    },
  }
}

function postSigned(
  options: SmileOneOptions,
  call: string,
  own: Record<string, string>,
): Promise<VendorReply> {
  const parameters = {
    ...own,
    uid: options.uid,
    email: options.email,
    time: String(Math.floor((options.clock ?? systemClock).now().getTime() / 1000)),
  }
  const form = new URLSearchParams({ ...parameters, sign: signSmileOne(parameters, options.key) })
  const country = options.country === '' ? '' : `${options.country}/`
  return callVendor({
    url: `${options.baseUrl}/${country}smilecoin/api/${call}`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: form.toString(),
    timeoutMs: options.timeoutMs,
  })
}

function readOrder(reply: VendorReply, options: SmileOneOptions): UnitOutcome {
  if (reply.kind === 'unreachable') return reply
  const answer = readAnswer(reply, options)
  if (answer.kind === 'unclear') return { kind: 'unknown', message: answer.message }
  if (answer.kind === 'no') {
    return {
      kind: 'refused',
      code: answer.code,
      message: answer.message,
      retryable: mayPassLater(answer.message),
    }
  }
  const supplierOrderId = asId(answer.field('order_id'))
  if (supplierOrderId === '') return { kind: 'unknown', message: 'Accepted, but the reply has no order id.' }
  return { kind: 'delivered', supplierOrderId }
}

/** The check says "success" for a player of any region; whoever sells must look at the letter. */
function readPlayer(reply: VendorReply, options: SmileOneOptions): PlayerCheck {
  const answer = readAnswer(reply, options)
  if (answer.kind === 'unclear') return { kind: 'unavailable', message: answer.message }
  if (answer.kind === 'no') return { kind: 'refused', code: answer.code, message: answer.message }
  const username = asId(answer.field('username'))
  if (username === '') return { kind: 'unavailable', message: 'The reply names no player.' }
  return { kind: 'found', username, region: asId(answer.field('use')).toLowerCase() }
}

function readBalance(reply: VendorReply, options: SmileOneOptions): SupplierBalance {
  const answer = readAnswer(reply, options)
  if (answer.kind === 'unclear') return { kind: 'unavailable', message: answer.message }
  if (answer.kind === 'no') return { kind: 'refused', message: answer.message }
  const balance = asDecimal(answer.field('smile_points'))
  if (balance === undefined) return { kind: 'unavailable', message: 'The reply has no balance.' }
  return { kind: 'ok', balance, unit: 'smile coins' }
}

type Answer =
  | { kind: 'yes'; field: (name: string) => unknown }
  | { kind: 'no'; code: string; message: string }
  | { kind: 'unclear'; message: string }

/** A definite answer is HTTP 2xx with JSON that has a `status`; it comes as a number or as its digits. */
function readAnswer(reply: VendorReply, options: SmileOneOptions): Answer {
  if (reply.kind !== 'json') return { kind: 'unclear', message: reply.message }
  if (reply.httpStatus < 200 || reply.httpStatus > 299) {
    return { kind: 'unclear', message: `The supplier answered HTTP ${reply.httpStatus}.` }
  }
  const body = asRecord(reply.body)
  const status = asId(body.status)
  if (!/^\d+$/.test(status)) return { kind: 'unclear', message: 'The reply has no status.' }
  if (Number(status) !== 200) {
    return {
      kind: 'no',
      code: status,
      message: tellVendorText(body.message, [options.key]) || `Refused (${status}).`,
    }
  }
  const nested = asRecord(body.data)
  return { kind: 'yes', field: (name) => body[name] ?? nested[name] }
}

/** No public list of these codes exists; the texts are all there is to go by. */
const mayPassLater = (message: string) =>
  /insufficient|not enough|balance|points|saldo|\bsign\b|expired/i.test(message)

function asDecimal(value: unknown): string | undefined {
  const text = typeof value === 'number' ? String(value) : value
  return typeof text === 'string' && /^-?\d+(\.\d+)?$/.test(text) ? text : undefined
}
