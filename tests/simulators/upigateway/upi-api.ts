import { type Request, type Response, Router } from 'express'
import { answerWithFault, type Fault, type Fields, type VendorAnswer } from '../wire/faults.ts'
import { rawBody, readFields } from '../wire/read-fields.ts'
import { type Capture, nextCapture, paise, queryDay, type UpiRecord } from './upi-records.ts'
import type { UpiSettings } from './upi-settings.ts'
import { callbackFields, type UpiStore } from './upi-store.ts'

/** The gateway's calls, version 1 and 2. */
export function upiApi(store: UpiStore): Router {
  const router = Router()
  const serve = (call: string, act: Act) => async (request: Request, response: Response) => {
    const fields = await readFields(request)
    const fault = store.plan.take(call, fields)
    const origin = store.publicUrl ?? `${request.protocol}://${request.get('host')}`
    const isV2 = request.path.includes('/v2/')
    const delays = store.settings()
    await answerWithFault({ response, fault, delays, act: () => act(store, { fields, fault, origin, isV2 }) })
  }
  router.post(['/api/create_order', '/api/v2/create_order'], rawBody, serve('create_order', createOrder))
  router.post(
    ['/api/check_order_status', '/api/v2/check_order_status'],
    rawBody,
    serve('check_order_status', checkOrderStatus),
  )
  return router
}

type Asked = { fields: Fields; fault: Fault | undefined; origin: string; isV2: boolean }
type Act = (store: UpiStore, asked: Asked) => Promise<VendorAnswer>

async function createOrder(store: UpiStore, { fields, fault, origin, isV2 }: Asked): Promise<VendorAnswer> {
  const refusal = refuseCreate(store, fields, fault)
  if (refusal) return no(store, refusal)
  const { key: _secret, ...asked } = fields
  const record = await store.create(asked, paise(fields.amount ?? '') ?? 0)
  const { upiIntentNull, paymentUrlAs } = store.settings()
  const links = upiLinks(record)
  const data = {
    ...(fault?.outcome === 'no_id' ? {} : { order_id: record.id }),
    payment_url: paymentUrlAs === 'upi' ? links.bhim_link : `${origin}/upigateway/pay/${record.id}`,
    upi_id_hash: 'f3a1c9',
    ...(isV2 ? { session_id: `s${record.id}`, is_utr_required: false } : {}),
    upi_intent: upiIntentNull ? null : links,
  }
  return yes(store, 'Order Created', data)
}

function refuseCreate(store: UpiStore, fields: Fields, fault: Fault | undefined): string | undefined {
  const locked = refuseMerchant(store, fields)
  if (locked) return locked
  if (store.settings().planExpired) return 'Your Plan Already Expired'
  if (fault?.outcome === 'refuse') return fault.message ?? 'Something went wrong'
  const needed = [
    'client_txn_id',
    'amount',
    'p_info',
    'customer_name',
    'customer_email',
    'customer_mobile',
    'redirect_url',
  ]
  const missing = needed.find((name) => !fields[name])
  if (missing) return `${missing} is required`
  if ((paise(fields.amount ?? '') ?? 0) < 100) return 'amount is not valid'
  if (!/^\d{10}$/.test(fields.customer_mobile ?? '')) return 'customer_mobile is not valid'
  if (store.records.byTxn.has(fields.client_txn_id ?? '')) return 'client_txn_id already exists'
  return undefined
}

async function checkOrderStatus(store: UpiStore, { fields, fault }: Asked): Promise<VendorAnswer> {
  const locked = refuseMerchant(store, fields)
  if (locked) return no(store, locked)
  if (fault?.outcome === 'refuse') return no(store, fault.message ?? 'Something went wrong')
  const record = store.records.byTxn.get(fields.client_txn_id ?? '')
  if (!record || !isUnderDay(record, store.settings().dayKept, fields.txn_date)) return notFound(store)
  return yes(store, 'Transaction found', describe(store, record))
}

const isUnderDay = ({ createdAt }: UpiRecord, kept: UpiSettings['dayKept'], asked: string | undefined) =>
  kept === 'none' || queryDay(createdAt, kept) === asked

function notFound(store: UpiStore): VendorAnswer {
  switch (store.settings().notFoundAs) {
    case 'code_1610':
      return { httpStatus: 200, body: { status: false, code: 1610, msg: 'Invalid client txn id or date' } }
    case 'empty_data':
      return yes(store, 'Transaction found', {})
    default:
      return no(store, 'Record not found')
  }
}

function yes(store: UpiStore, msg: string, data: Record<string, unknown>): VendorAnswer {
  const status = store.settings().outerStatusAs === 'text' ? 'true' : true
  return { httpStatus: 200, body: { status, msg, data } }
}

function describe(store: UpiStore, record: UpiRecord): Record<string, unknown> {
  const { statusWord, upperCaseStatus, amountAs, statusTexts, reportedAmount, withoutId } = store.settings()
  const capture = record.status === 'success' ? nextCapture(record) : undefined
  const fields = callbackFields(record, capture)
  const plain = statusWord || record.status
  const status = statusTexts === 'synonyms' ? (synonyms[plain] ?? plain) : plain
  return {
    ...fields,
    id: withoutId ? '' : Number(fields.id),
    amount:
      amountAs === 'number' ? Number(reportedAmount || fields.amount) : Number(fields.amount).toFixed(2),
    status: upperCaseStatus ? status.toUpperCase() : status,
    upi_txn_id: capture ? reportedReference(store.settings(), capture, record) : '',
    Merchant: { name: 'Jhatpat', upi_id: 'jhatpat@simbank' },
  }
}

/** Statuses of similar gateways for the same states. */
const synonyms: Record<string, string> = {
  created: 'PENDING',
  scanning: 'PENDING',
  failure: 'FAILED',
  close: 'EXPIRED',
  success: 'SUCCESS',
}

/** The payment's reference in a reply; `replyCount` includes this reply already. */
function reportedReference(
  { reference, referenceAfterMs }: UpiSettings,
  { upiTxnId, replyCount, at }: Capture,
  { id }: UpiRecord,
): string {
  switch (reference) {
    case 'bank':
      return upiTxnId
    case 'empty_first':
      return replyCount <= 1 ? '' : upiTxnId
    case 'late':
      return Date.now() - Date.parse(at) < referenceAfterMs ? '' : upiTxnId
    case 'changing':
      return replyCount <= 1 ? upiTxnId : String(Number(upiTxnId) + replyCount - 1)
    case 'app_id':
      return `APP${id}T${upiTxnId.slice(-6)}`
    default:
      return reference satisfies never
  }
}

const refuseMerchant = (store: UpiStore, fields: Fields) =>
  fields.key !== store.key || store.settings().merchantLoggedOut
    ? 'merchant is not found or log out'
    : undefined

const no = (store: UpiStore, msg: string): VendorAnswer => ({
  httpStatus: 200,
  body: { status: false, msg: store.settings().leakKey ? `${msg} (key ${store.key})` : msg },
})

function upiLinks(record: UpiRecord): Record<string, string> {
  const query = new URLSearchParams({
    pa: 'jhatpat@simbank',
    pn: 'Jhatpat',
    tr: `EKQR${record.id}`,
    am: (record.amountPaise / 100).toFixed(2),
    cu: 'INR',
    tn: record.asked.p_info ?? '',
  }).toString()
  const text = query.replaceAll('+', '%20').replace('pa=jhatpat%40simbank', 'pa=jhatpat@simbank')
  return {
    bhim_link: `upi://pay?${text}`,
    phonepe_link: `phonepe://pay?${text}`,
    paytm_link: `paytmmp://pay?${text}`,
    gpay_link: `tez://upi/pay?${text}`,
  }
}
