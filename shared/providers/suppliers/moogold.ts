import { createHmac } from 'node:crypto'
import { type Clock, systemClock } from '../../platform/clock.ts'
import { type SecretValue, secretValue } from '../../platform/secret-value.ts'
import { asDecimal, asId, asRecord, callVendor, type VendorReply, vendorMessage } from '../call-vendor.ts'
import { captureCall } from '../capture-vendor-call.ts'
import type { CaptureCall, LoggedFields, OnRateLimited } from '../vendor-call.ts'
import { accountIdOf } from './account-id.ts'
import type {
  ListedOrder,
  OrderList,
  PlayerCheck,
  PlayerQuery,
  PriceList,
  Supplier,
  SupplierBalance,
  UnitOrder,
  UnitOutcome,
} from './supplier.ts'

type MooGoldOptions = {
  name: string
  /** Scheme and host: `https://moogold.com`. */
  baseUrl: string
  partnerId: string
  secret: string
  timeoutMs: number
  /** The clock to sign with; default: the machine's. */
  clock?: Clock
  capture?: CaptureCall | undefined
  onRateLimited?: OnRateLimited | undefined
}

/**
 * Buys from MooGold. Our unit's id is sent as `partnerOrderId`, so a repeated order is rejected
 * there (420) and an unclear one can be looked up. An order's `account` holds MooGold's own field
 * names, e.g. `User ID`.
 */
export function createMooGold(options: MooGoldOptions): Supplier {
  const { name: vendor, partnerId, secret, capture, onRateLimited } = options
  const secrets = [loginOf(options), secret, partnerId]
  const post = (path: string, fields: Record<string, unknown>, loggedFields?: LoggedFields) =>
    captureCall({ vendor, call: path, secrets, capture, loggedFields, onRateLimited }, () =>
      postSigned(options, path, fields),
    )
  return {
    name: options.name,
    evidence: 'lookup',
    accountId: accountIdOf(partnerId),
    async purchaseUnit(order) {
      return readOrder(
        await post('order/create_order', orderFields(order), loggedOrderFields(order)),
        options,
      )
    },
    async lookupPurchase({ unitRef, supplierOrderId }) {
      const asked = { partner_order_id: unitRef }
      const reply = await post('order/order_detail_partner_id', asked, loggedLookupFields(unitRef, asked))
      const found = readDetail(reply, unitRef, options)
      if (supplierOrderId === undefined || !isOtherOrder(found, supplierOrderId)) return found
      const lookupFields = loggedLookupFields(unitRef, { order_id: supplierOrderId })
      const detail = await post('order/order_detail', { order_id: Number(supplierOrderId) }, lookupFields)
      return readAccepted(detail, { unitRef, supplierOrderId }, options)
    },
    async checkPlayer(query) {
      return readPlayer(await post('product/validate', { data: playerFields(query) }), options)
    },
    async queryBalance() {
      return parseBalance(await post('user/balance', {}), options)
    },
    async readPriceList(page) {
      return parsePriceList(await post('product/product_detail', { product_id: productId(page) }), options)
    },
    async listOrders(day, page) {
      return readHistory(await post('order/transaction_history', historyFields(day, page)), options)
    },
  }
}

async function postSigned(
  options: MooGoldOptions,
  path: string,
  fields: Record<string, unknown>,
): Promise<VendorReply> {
  const body = JSON.stringify({ path, ...fields })
  const timestamp = String(Math.floor((options.clock ?? systemClock).now().getTime() / 1000))
  const reply = await callVendor({
    url: `${options.baseUrl}/wp-json/v1/api/${path}`,
    headers: {
      authorization: `Basic ${loginOf(options)}`,
      timestamp,
      auth: signMooGold({ body, timestamp, path }, options.secret),
      'content-type': 'application/json',
    },
    body,
    timeoutMs: options.timeoutMs,
  })
  return reply.kind === 'nonsense' && reply.httpStatus === 403
    ? { ...reply, message: notAllowedMessage }
    : reply
}

/** Its own 403 is JSON. The HTML page comes from a server in front of it, mostly over IPv6. */
const notAllowedMessage =
  'Our address is not on the list: MooGold answered HTTP 403 without JSON. Name our IPv4 and IPv6 addresses to it.'

const loginOf = ({ partnerId, secret }: MooGoldOptions) =>
  Buffer.from(`${partnerId}:${secret}`).toString('base64')

const DIRECT_TOP_UP = 1

const orderFields = (order: UnitOrder) => ({
  data: {
    category: DIRECT_TOP_UP,
    'product-id': productId(order.supplierItemId),
    quantity: 1,
    ...order.account,
  },
  partnerOrderId: order.unitRef,
})

/**
 * The id is that of the product's page (15145 is Mobile Legends), never that of a supplier product.
 */
const playerFields = (query: PlayerQuery) => ({ 'product-id': productId(query.checkId), ...query.account })

const productId = (id: string) => (/^\d{1,15}$/.test(id) ? Number(id) : id)

/** Codes that prove that nothing was bought, and whether the same order may succeed later. */
const REJECTIONS: Record<string, { retryable: boolean }> = {
  '109': { retryable: true },
  '111': { retryable: true },
  '113': { retryable: false },
  '114': { retryable: true },
  '116': { retryable: false },
  '117': { retryable: true },
  '118': { retryable: false },
  '403': { retryable: true },
  '418': { retryable: false },
  '419': { retryable: false },
  '422': { retryable: false },
  '423': { retryable: false },
  '426': { retryable: true },
  '433': { retryable: true },
}

/**
 * 420 (that id was used before) and 110 prove nothing: the lookup finds out what happened to the
 * unit.
 */
function readOrder(reply: VendorReply, options: MooGoldOptions): UnitOutcome {
  if (reply.kind === 'unavailable' || reply.kind === 'rate_limited') return reply
  if (reply.kind !== 'json') return { kind: 'unknown', message: reply.message }
  const error = parseError(reply.body, options)
  if (error) {
    const refusal = REJECTIONS[error.code]
    return refusal
      ? { kind: 'rejected', ...error, ...refusal }
      : { kind: 'unknown', message: describeError(error) }
  }
  const body = asRecord(reply.body)
  const supplierOrderId = asId(asRecord(body.account_details).order_id) || asId(body.order_id)
  if (supplierOrderId === '' || body.status === false) {
    return { kind: 'unknown', message: `The reply (HTTP ${reply.httpStatus}) has no order id.` }
  }
  return { kind: 'accepted', supplierOrderId, vendorStatus: 'processing' }
}

/** Only 421 proves that there is no such order; every other failed lookup leaves it unknown. */
function readDetail(
  reply: VendorReply,
  unitRef: string,
  options: MooGoldOptions,
): UnitOutcome | { kind: 'not_found' } {
  if (reply.kind === 'rate_limited') return reply
  if (reply.kind !== 'json') return { kind: 'unknown', message: reply.message }
  const error = parseError(reply.body, options)
  if (error) {
    return error.code === '421'
      ? { kind: 'not_found' }
      : { kind: 'unknown', message: describeError(error), isAnswered: true }
  }
  const body = asRecord(reply.body)
  const supplierOrderId = asId(body.order_id)
  const vendorStatus = asId(body.order_status).toLowerCase()
  if (supplierOrderId === '' || vendorStatus === '') {
    return { kind: 'unknown', message: `The reply (HTTP ${reply.httpStatus}) describes no order.` }
  }
  if (asId(body.partner_order_id ?? unitRef) !== unitRef) {
    return { kind: 'unknown', message: 'The reply describes another order.' }
  }
  const codes = readCodes(body)
  const state = nameState(supplierOrderId, vendorStatus)
  return codes && state.kind === 'delivered' ? { ...state, codes } : state
}

/** Whether our reference leads to no order, or to another one than was accepted. */
const isOtherOrder = (found: UnitOutcome | { kind: 'not_found' }, supplierOrderId: string): boolean =>
  found.kind === 'not_found' || ('supplierOrderId' in found && found.supplierOrderId !== supplierOrderId)

/**
 * Reads an accepted order that was looked up by its id. For an id, 110 means what 421 means for our
 * reference.
 */
function readAccepted(
  reply: VendorReply,
  { unitRef, supplierOrderId }: { unitRef: string; supplierOrderId: string },
  options: MooGoldOptions,
): UnitOutcome | { kind: 'not_found' } {
  const isUnknown = reply.kind === 'json' && parseError(reply.body, options)?.code === '110'
  if (isUnknown) return { kind: 'not_found' }
  const found = readDetail(reply, unitRef, options)
  const isAnother = 'supplierOrderId' in found && found.supplierOrderId !== supplierOrderId
  return isAnother ? { kind: 'unknown', message: 'The reply describes another order.' } : found
}

/**
 * `incorrect-details` keeps the money at MooGold until its staff decide. An unknown status also
 * means waiting.
 */
function nameState(supplierOrderId: string, vendorStatus: string): UnitOutcome {
  if (vendorStatus === 'completed') return { kind: 'delivered', supplierOrderId }
  if (vendorStatus === 'refunded') {
    return { kind: 'returned', supplierOrderId, message: 'MooGold refunded the order.' }
  }
  const isHeld = vendorStatus === 'incorrect-details'
  return { kind: 'accepted', supplierOrderId, vendorStatus, ...(isHeld ? { isHeld } : {}) }
}

/**
 * The check is not enabled for every account and product. A `false` status rejects the player only
 * without one of those texts; an error code never does.
 */
function readPlayer(reply: VendorReply, options: MooGoldOptions): PlayerCheck {
  if (reply.kind !== 'json') return { kind: 'unavailable', reason: 'no_answer', message: reply.message }
  const body = asRecord(reply.body)
  const error = parseError(reply.body, options)
  const message = vendorMessage(body.message, [options.secret])
  if (asId(body.code) === 'rest_no_route' || hasNoCheck(message) || hasNoCheck(error?.message ?? '')) {
    return { kind: 'unavailable', reason: 'not_offered', message: message || error?.message || 'No check.' }
  }
  if (error) return { kind: 'unavailable', reason: 'trouble', message: describeError(error) }
  const status = String(body.status).toLowerCase()
  const username = asId(body.username)
  if ((status === 'true' || status === 'success') && username !== '') {
    return { kind: 'found', username, region: '', priceFactor: 1, productFactors: {} }
  }
  if (status === 'false') {
    const text = message || 'The supplier does not know this player.'
    return { kind: 'not_eligible', code: 'invalid_player', message: text, isPolicy: false }
  }
  const reason = reply.httpStatus >= 500 ? 'no_answer' : 'trouble'
  return { kind: 'unavailable', reason, message: message || 'The reply says nothing about the player.' }
}

const hasNoCheck = (text: string) =>
  /not (available|enabled|supported)|no route was found|kindly contact/i.test(text)

/** Fields were observed as objects with a name and as plain texts (doc.moogold.com has objects). */
function parsePriceList(reply: VendorReply, options: MooGoldOptions): PriceList {
  if (reply.kind !== 'json') return { kind: 'unavailable', message: reply.message }
  const error = parseError(reply.body, options)
  if (error) return { kind: 'unavailable', message: describeError(error) }
  const { Variation, fields } = asRecord(reply.body)
  if (!Array.isArray(Variation)) return { kind: 'unavailable', message: 'The reply describes no product.' }
  const products = Variation.map(asRecord).flatMap((one) => {
    const supplierItemId = asId(one.variation_id)
    const price = asDecimal(one.variation_price)
    if (supplierItemId === '' || price === undefined) return []
    const name = vendorMessage(one.variation_name, [options.secret])
    return [{ supplierItemId, name, price, inStock: one.stock_status !== 'outofstock' }]
  })
  return { kind: 'ok', unit: 'USD', fields: fieldNames(fields), products }
}

const fieldNames = (fields: unknown): string[] =>
  (Array.isArray(fields) ? fields : [])
    .map((field) => asId(typeof field === 'string' ? field : asRecord(field).name))
    .filter((name) => name !== '')

function parseBalance(reply: VendorReply, options: MooGoldOptions): SupplierBalance {
  if (reply.kind !== 'json') return { kind: 'unavailable', message: reply.message }
  const error = parseError(reply.body, options)
  if (error) return { kind: 'rejected', message: describeError(error) }
  const body = asRecord(reply.body)
  const balance = String(body.balance)
  if (!/^-?\d+(\.\d+)?$/.test(balance)) return { kind: 'unavailable', message: 'The reply has no balance.' }
  const currency = asId(body.currency).toUpperCase() || 'USD'
  return currency === 'USD'
    ? { kind: 'ok', balance, unit: 'USD' }
    : { kind: 'unavailable', message: `The balance is in ${currency.slice(0, 10)}, not in USD.` }
}

/**
 * The codes of a delivered e-voucher: `item[].voucher_code[]` of an order's detail
 * (https://doc.moogold.com). Their form is not documented, so any value is kept, also one that is
 * not text. Undefined when there is none.
 */
export function readCodes(detail: Record<string, unknown>): SecretValue<readonly string[]> | undefined {
  const codes = listOf(detail.item).flatMap((item) => listOf(asRecord(item).voucher_code).map(textOf))
  const found = codes.filter((code) => code !== '')
  return found.length > 0 ? secretValue(found) : undefined
}

const listOf = (value: unknown): unknown[] => {
  if (Array.isArray(value)) return value
  return value === undefined || value === null || value === '' ? [] : [value]
}

const textOf = (code: unknown): string =>
  typeof code === 'object' && code !== null ? JSON.stringify(code) : asId(code)

/** The maximal page size. */
const limit = 100

/** Its days are those of its shop, two and a half hours ahead of India. */
const historyFields = (day: string, page: number) => ({ start_date: day, end_date: day, page, limit })

const states: Readonly<Record<string, ListedOrder['state']>> = {
  completed: 'delivered',
  refunded: 'returned',
}

/** A page of the orders of a day; an unknown status is an open order. */
function readHistory(reply: VendorReply, options: { secret: string }): OrderList {
  if (reply.kind !== 'json') return { kind: 'unavailable', message: reply.message }
  const error = parseError(reply.body, options)
  if (error) return { kind: 'unavailable', message: describeError(error) }
  const { orders } = asRecord(reply.body)
  if (!Array.isArray(orders)) return { kind: 'unavailable', message: 'The reply lists no orders.' }
  const listed = orders.map(asRecord).flatMap((one): ListedOrder[] => {
    const supplierOrderId = asId(one.order_id)
    if (supplierOrderId === '') return []
    const state = states[asId(one.status).toLowerCase()] ?? 'open'
    return [{ supplierOrderId, state, total: asDecimal(one.total) ?? '', unit: asId(one.currency) || 'USD' }]
  })
  return { kind: 'ok', orders: listed, hasMore: orders.length >= limit }
}

/** Never `item`, which contains the codes of an e-voucher. */
const answer = {
  ids: ['err_code', 'data.err_code', 'order_id', 'account_details.order_id', 'partner_order_id'],
  texts: ['status', 'order_status', 'err_message', 'data.err_message'],
}

/** What may be recorded of a purchase and its answer. */
const loggedOrderFields = ({ unitRef, supplierItemId, account }: UnitOrder): LoggedFields => ({
  ref: unitRef,
  isAct: true,
  asked: { partnerOrderId: unitRef, 'product-id': supplierItemId, ...account },
  ...answer,
})

/** What may be recorded of a lookup and its answer. */
const loggedLookupFields = (
  ref: string,
  asked: { partner_order_id: string } | { order_id: string },
): LoggedFields => ({
  ref,
  asked,
  ...answer,
})

/**
 * MooGold's `auth` header: HMAC-SHA256 over the exact bytes of the body, the timestamp and the path
 * without its leading slash (doc.moogold.com). Send exactly the string that was signed.
 */
export function signMooGold(call: { body: string; timestamp: string; path: string }, secret: string): string {
  return createHmac('sha256', secret)
    .update(call.body + call.timestamp + call.path, 'utf8')
    .digest('hex')
}

type VendorError = { code: string; message: string }

/** Errors come under any HTTP status, at top level or under `data`, so only the body is checked. */
function parseError(body: unknown, { secret }: { secret: string }): VendorError | undefined {
  const whole = asRecord(body)
  const error = [whole, asRecord(whole.data)].find((part) => asId(part.err_code) !== '')
  if (!error) return undefined
  const code = asId(error.err_code)
  return { code, message: vendorMessage(error.err_message, [secret]) || `Error ${code}.` }
}

const describeError = (error: VendorError) => `${error.message} (${error.code})`
