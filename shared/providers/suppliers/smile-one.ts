import { createHash } from 'node:crypto'
import { type Clock, systemClock } from '../../platform/clock.ts'
import { asDecimal, asId, asRecord, callVendor, type VendorReply, vendorMessage } from '../call-vendor.ts'
import { captureCall } from '../capture-vendor-call.ts'
import type { CaptureCall, LoggedFields, OnRateLimited } from '../vendor-call.ts'
import { accountIdOf } from './account-id.ts'
import {
  classifyRejection,
  isPlayerRejection,
  readPriceFactor,
  readProductFactors,
} from './smile-one-texts.ts'
import type { PlayerCheck, PriceList, Supplier, SupplierBalance, UnitOrder, UnitOutcome } from './supplier.ts'

type SmileOneOptions = {
  name: 'SMILEBR' | 'SMILEPH'
  /** Scheme and host, without the country: `https://www.smile.one`. */
  baseUrl: string
  /** The country's path segment; Brazil has none. Each country has its own balance. */
  country: '' | 'ph'
  uid: string
  email: string
  key: string
  /** Codes that finally reject an order, in addition to 201, 20003 and 20004. */
  finalCodes: readonly string[]
  /**
   * Codes for a low balance or a signature error: nothing was bought, and a later try may succeed.
   */
  passingCodes: readonly string[]
  timeoutMs: number
  /** The clock to sign with; default: the machine's. */
  clock?: Clock
  capture?: CaptureCall | undefined
  onRateLimited?: OnRateLimited | undefined
}

/**
 * Buys from Smile.one. Orders are final at once, carry no reference of ours and cannot be looked
 * up, so a call without a clear answer stays `unknown`. An order's `account` holds `userid` and
 * `zoneid`.
 */
export function createSmileOne(options: SmileOneOptions): Supplier {
  const { name: vendor, uid, email, key, capture, onRateLimited } = options
  const post = (call: string, parameters: Record<string, string>, loggedFields?: LoggedFields) =>
    captureCall({ vendor, call, secrets: [key, email, uid], capture, loggedFields, onRateLimited }, () =>
      postSigned(options, call, parameters),
    )
  return {
    name: options.name,
    evidence: 'balance',
    accountId: accountIdOf(options.uid, options.email),
    async purchaseUnit(order) {
      const asked = orderFields(order)
      return readOrder(await post('createorder', asked, loggedFields(order, asked)), options)
    },
    async lookupPurchase() {
      return { kind: 'unknown', message: 'Smile.one can’t look up orders.' }
    },
    async checkPlayer(query) {
      const reply = await post('getrole', {
        userid: query.account.userid ?? '',
        zoneid: query.account.zoneid ?? '',
        product: query.productSlug,
        productid: query.checkId,
      })
      return readPlayer(reply, options)
    },
    async queryBalance() {
      return parseBalance(await post('querypoints', { product: 'mobilelegends' }), options)
    },
    async readPriceList(page) {
      return parsePriceList(await post('productlist', { product: page }), options)
    },
  }
}

const orderFields = ({ account, productSlug, supplierItemId }: UnitOrder) => ({
  userid: account.userid ?? '',
  zoneid: account.zoneid ?? '',
  product: productSlug,
  productid: supplierItemId,
})

const loggedFields = ({ unitRef }: UnitOrder, asked: Record<string, string>): LoggedFields => ({
  ref: unitRef,
  isAct: true,
  asked,
  ids: ['status', 'order_id', 'orderid', 'data.order_id', 'data.orderid'],
  texts: ['message'],
})

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
  if (reply.kind === 'unavailable' || reply.kind === 'rate_limited') return reply
  const answer = readAnswer(reply, options)
  if (answer.kind === 'unclear') return { kind: 'unknown', message: answer.message }
  if (answer.kind === 'no') return classifyRejection(answer, options)
  const supplierOrderId = asId(answer.field('order_id')) || asId(answer.field('orderid'))
  if (supplierOrderId === '') return { kind: 'unknown', message: 'Accepted, but the reply has no order id.' }
  return { kind: 'delivered', supplierOrderId }
}

/**
 * The check succeeds for a player of any region, so the caller must check the letter. Only three
 * codes are about the player; all others are about us or unknown.
 */
function readPlayer(reply: VendorReply, options: SmileOneOptions): PlayerCheck {
  const answer = readAnswer(reply, options)
  if (answer.kind === 'unclear') return { kind: 'unavailable', reason: 'no_answer', message: answer.message }
  if (answer.kind === 'no') {
    const { code, message } = answer
    if (isPlayerRejection(code)) return { kind: 'not_eligible', code, message, isPolicy: code === '201' }
    return { kind: 'unavailable', reason: 'trouble', message: `${message} (${code})` }
  }
  const username = asId(answer.field('username'))
  if (username === '')
    return { kind: 'unavailable', reason: 'trouble', message: 'The reply names no player.' }
  const priceFactor = readPriceFactor(answer.field('change_price'))
  const productFactors = readProductFactors(answer.field('id_change_price_info'))
  if (priceFactor === undefined || productFactors === undefined) {
    return {
      kind: 'unavailable',
      reason: 'trouble',
      message: 'The reply has a price factor that is no number.',
    }
  }
  return {
    kind: 'found',
    username,
    region: asId(answer.field('use')).toLowerCase(),
    priceFactor,
    productFactors,
  }
}

function parsePriceList(reply: VendorReply, options: SmileOneOptions): PriceList {
  const answer = readAnswer(reply, options)
  if (answer.kind === 'unclear') return { kind: 'unavailable', message: answer.message }
  if (answer.kind === 'no') return { kind: 'unavailable', message: `${answer.message} (${answer.code})` }
  const listed = answer.field('product')
  if (!Array.isArray(listed)) return { kind: 'unavailable', message: 'The reply has no list of products.' }
  const products = listed.flatMap((one) => {
    const { id, spu, price } = asRecord(one)
    const supplierItemId = asId(id)
    const listPrice = asDecimal(price)
    if (supplierItemId === '' || listPrice === undefined) return []
    return [{ supplierItemId, name: vendorMessage(spu, [options.key]), price: listPrice, inStock: true }]
  })
  return { kind: 'ok', unit: options.country === 'ph' ? 'PHP' : 'BRL', fields: [], products }
}

function parseBalance(reply: VendorReply, options: SmileOneOptions): SupplierBalance {
  const answer = readAnswer(reply, options)
  if (answer.kind === 'unclear') return { kind: 'unavailable', message: answer.message }
  if (answer.kind === 'no') return { kind: 'rejected', message: answer.message }
  const balance = asDecimal(answer.field('smile_points'))
  if (balance === undefined) return { kind: 'unavailable', message: 'The reply has no balance.' }
  return { kind: 'ok', balance, unit: 'coins' }
}

type Answer =
  | { kind: 'yes'; field: (name: string) => unknown }
  | { kind: 'no'; code: string; message: string }
  | { kind: 'unclear'; message: string }

/** A definite answer is HTTP 2xx with JSON that has a `status`, as a number or as digits. */
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
      message: vendorMessage(body.message, [options.key]) || `Refused (${status}).`,
    }
  }
  const nested = asRecord(body.data)
  return { kind: 'yes', field: (name) => body[name] ?? nested[name] }
}

/**
 * Smile.one's signature: `key=value&` of every parameter sorted by key, raw values, the trailing
 * `&` kept, then the merchant key; MD5 of the MD5's hex text (docs.smile.one/api.html).
 */
export function signSmileOne(parameters: Record<string, string>, key: string): string {
  const pairs = Object.keys(parameters)
    .sort()
    .map((name) => `${name}=${parameters[name]}&`)
    .join('')
  return md5(md5(pairs + key))
}

const md5 = (text: string) => createHash('md5').update(text, 'utf8').digest('hex')
