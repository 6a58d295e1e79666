import { parseAmount, toDecimalText } from '../../contracts/money.ts'
import { istDay } from '../../platform/clock.ts'
import { asId, asRecord, callVendor, type VendorReply, vendorMessage } from '../call-vendor.ts'
import { captureCall } from '../capture-vendor-call.ts'
import type { CaptureCall, LoggedFields, OnRateLimited } from '../vendor-call.ts'
import type {
  CreatedPayment,
  PaymentGateway,
  PaymentRequest,
  PaymentState,
  UpiLinks,
} from './payment-gateway.ts'

export type UpiGatewayOptions = {
  /** Scheme and host: `https://api.ekqr.in`. */
  baseUrl: string
  /** The merchant key; it is sent in the body of every call and must not reach a log. */
  key: string
  timeoutMs: number
  /** For creating a payment, which is slow at the gateway. */
  createTimeoutMs: number
  capture?: CaptureCall | undefined
  onRateLimited?: OnRateLimited | undefined
}

/**
 * UPI by UPIGateway (EKQR): a payment page with a dynamic QR. Its webhooks are unsigned, so only
 * `checkPayment` is trusted.
 */
export function createUpiGateway(options: UpiGatewayOptions): PaymentGateway {
  const vendor = 'upigateway'
  const { key, capture, onRateLimited } = options
  return {
    name: vendor,
    async createPayment(request) {
      const createOptions = { ...options, timeoutMs: options.createTimeoutMs }
      const { name, email, mobile } = request.customer
      const about = {
        vendor,
        capture,
        onRateLimited,
        secrets: [key, email, mobile, name],
        loggedFields: loggedPaymentFields(request),
      }
      const call = 'create_order'
      return readCreated(
        await captureCall({ ...about, call }, () => post(createOptions, call, orderFields(request))),
        options,
      )
    },
    async checkPayment({ clientTxnId, createdAt }) {
      const query = { client_txn_id: clientTxnId, txn_date: istDay(createdAt) }
      const about = {
        vendor,
        capture,
        onRateLimited,
        secrets: [key],
        loggedFields: loggedLookupFields(query),
      }
      const call = 'check_order_status'
      return readState(await captureCall({ ...about, call }, () => post(options, call, query)), options)
    },
    readCallback(body) {
      const clientTxnId = body.client_txn_id
      if (typeof clientTxnId !== 'string' || !/^[\w-]{1,64}$/.test(clientTxnId)) return undefined
      return { clientTxnId }
    },
  }
}

function post(
  options: UpiGatewayOptions,
  call: string,
  fields: Record<string, string>,
): Promise<VendorReply> {
  return callVendor({
    url: `${options.baseUrl}/api/${call}`,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ key: options.key, ...fields }),
    timeoutMs: options.timeoutMs,
  })
}

/** Omits the page's address: it allows payment, and shows the payer. */
const loggedPaymentFields = ({ clientTxnId, amountPaise, description }: PaymentRequest): LoggedFields => ({
  ref: clientTxnId,
  isAct: true,
  asked: { client_txn_id: clientTxnId, amount: toDecimalText(amountPaise), p_info: description },
  ids: ['status', 'code', 'data.order_id'],
  texts: ['msg'],
})

const loggedLookupFields = (asked: { client_txn_id: string; txn_date: string }): LoggedFields => ({
  ref: asked.client_txn_id,
  asked,
  ids: ['status', 'code', 'data.client_txn_id', 'data.id', 'data.upi_txn_id', 'data.amount'],
  texts: ['msg', 'data.status', 'data.customer_vpa'],
})

const orderFields = (request: PaymentRequest) => ({
  client_txn_id: request.clientTxnId,
  amount: toDecimalText(request.amountPaise),
  p_info: request.description,
  customer_name: request.customer.name,
  customer_email: request.customer.email,
  // It rejects a payment without a number, and keeps it only in its own records.
  customer_mobile: request.customer.mobile || '9999999999',
  redirect_url: request.redirectUrl,
  udf1: '',
  udf2: '',
  udf3: '',
})

function readCreated(reply: VendorReply, options: UpiGatewayOptions): CreatedPayment {
  if (reply.kind === 'rate_limited') return { kind: 'rate_limited', message: reply.message }
  const body = readBody(reply)
  if (typeof body === 'string') return { kind: 'unknown', message: body }
  const outer = outerStatus(body)
  if (outer === false) return readRejected(vendorMessage(body.msg, [options.key]))
  const data = asRecord(body.data)
  const gatewayId = asId(data.order_id)
  const paymentUrl = webAddress(data.payment_url) ?? ''
  const upiLinks = readLinks(data.upi_intent) ?? upiAddress(data.payment_url)
  if (outer !== true || gatewayId === '' || (paymentUrl === '' && !upiLinks?.bhim)) {
    return { kind: 'unknown', message: 'The reply has no payment link.' }
  }
  return { kind: 'created', gatewayId, paymentUrl, upiLinks }
}

/**
 * An id that exists there already has a payment, so this does not prove that nothing was created.
 */
function readRejected(message: string): CreatedPayment {
  const kind = /\b(already exists?|duplicate)\b/i.test(message) ? 'unknown' : 'refused'
  return { kind, message: message || 'Rejected without a reason.' }
}

/** The outer `status` only means that a record was found; the payment's state is inside. */
function readState(reply: VendorReply, options: UpiGatewayOptions): PaymentState {
  const body = readBody(reply)
  if (typeof body === 'string') return { kind: 'unavailable', message: body }
  const outer = outerStatus(body)
  if (outer === false) return readNoRecord(asId(body.code), vendorMessage(body.msg, [options.key]))
  if (outer === true && isEmpty(body.data)) return { kind: 'not_found' }
  const data = asRecord(body.data)
  const vendorStatus = asId(data.status).toLowerCase()
  if (outer !== true || vendorStatus === '') {
    return { kind: 'unavailable', message: 'The reply has no payment status.' }
  }
  if (vendorStatus === 'success') return interpretPaid(data)
  return { kind: failures.has(vendorStatus) ? 'failed' : 'pending', vendorStatus }
}

/** Statuses of this gateway and similar ones. Every other status but `success` is `pending`. */
const failures = new Set(['failure', 'failed', 'close', 'closed', 'expired'])

/** A boolean, or its name as text. */
function outerStatus({ status }: Record<string, unknown>): boolean | undefined {
  if (typeof status === 'boolean') return status
  const text = asId(status).toLowerCase()
  return text === 'true' ? true : text === 'false' ? false : undefined
}

/** `{}`, `[]`, null, an empty text, or missing. */
const isEmpty = (data: unknown) =>
  data === null || data === undefined || data === '' || Object.keys(Object(data)).length === 0

const noRecordCode = '1610'

/**
 * A closed merchant account answers `merchant is not found`, which proves nothing about the
 * payment.
 */
function readNoRecord(code: string, message: string): PaymentState {
  if (code === noRecordCode) return { kind: 'not_found' }
  if (/\b(record|transaction|order|txn)\b.*not found/i.test(message)) return { kind: 'not_found' }
  return { kind: 'unavailable', message: message || 'Rejected without a reason.' }
}

function interpretPaid(data: Record<string, unknown>): PaymentState {
  const amountPaise = parseAmount(data.amount)
  const clientTxnId = asId(data.client_txn_id)
  if (amountPaise === undefined || clientTxnId === '') {
    return { kind: 'unavailable', message: 'Paid, but the reply has no amount or order.' }
  }
  return {
    kind: 'paid',
    clientTxnId,
    amountPaise,
    gatewayId: asId(data.id),
    bankReference: asId(data.upi_txn_id),
    payer: asId(data.customer_vpa),
  }
}

/** The body, or an error message. */
function readBody(reply: VendorReply): Record<string, unknown> | string {
  if (reply.kind !== 'json') return reply.message
  if (reply.httpStatus >= 500) return `The gateway answered HTTP ${reply.httpStatus}.`
  return asRecord(reply.body)
}

/** The merchant's plan decides which links there are; there may be none. */
function readLinks(value: unknown): UpiLinks | undefined {
  const links: UpiLinks = {}
  for (const app of ['bhim', 'phonepe', 'paytm', 'gpay'] as const) {
    const link = asRecord(value)[`${app}_link`]
    if (typeof link === 'string' && /^[a-z]+:\/\//i.test(link) && !/^javascript:/i.test(link))
      links[app] = link
  }
  return Object.keys(links).length > 0 ? links : undefined
}

/** Instead of a page there may be a link that any UPI app opens: our own page shows it. */
function upiAddress(value: unknown): UpiLinks | undefined {
  return typeof value === 'string' && /^upi:\/\/\S+$/i.test(value) ? { bhim: value } : undefined
}

/** The payment page's host varies, but a browser is only ever sent to http(s). */
function webAddress(value: unknown): string | undefined {
  return typeof value === 'string' && /^https?:\/\/\S+$/i.test(value) ? value : undefined
}
