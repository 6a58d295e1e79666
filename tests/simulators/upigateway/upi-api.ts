import { type Request, type Response, Router } from 'express'
import { answerWithFault, type Fault, type Fields, type VendorAnswer } from '../wire/faults.ts'
import { rawBody, readFields } from '../wire/read-fields.ts'
import { callbackFields, type UpiDesk } from './upi-desk.ts'
import { nextCapture, paise, queryDay, type UpiRecord } from './upi-records.ts'

/** The gateway's calls, version 1 and 2. */
export function upiApi(desk: UpiDesk): Router {
  const router = Router()
  const serve = (call: string, act: Act) => async (request: Request, response: Response) => {
    const fields = await readFields(request)
    const fault = desk.plan.take(call, fields)
    const origin = desk.publicUrl ?? `${request.protocol}://${request.get('host')}`
    const isV2 = request.path.includes('/v2/')
    const delays = desk.settings()
    await answerWithFault({ response, fault, delays, act: () => act(desk, { fields, fault, origin, isV2 }) })
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
type Act = (desk: UpiDesk, asked: Asked) => Promise<VendorAnswer>

async function createOrder(desk: UpiDesk, { fields, fault, origin, isV2 }: Asked): Promise<VendorAnswer> {
  const refusal = refuseCreate(desk, fields, fault)
  if (refusal) return no(desk, refusal)
  const { key: _secret, ...asked } = fields
  const record = await desk.create(asked, paise(fields.amount ?? '') ?? 0)
  const data = {
    ...(fault?.outcome === 'no_id' ? {} : { order_id: record.id }),
    payment_url: `${origin}/upigateway/pay/${record.id}`,
    upi_id_hash: 'f3a1c9',
    ...(isV2 ? { session_id: `s${record.id}`, is_utr_required: false } : {}),
    upi_intent: desk.settings().upiIntentNull ? null : upiLinks(record),
  }
  return { httpStatus: 200, body: { status: true, msg: 'Order Created', data } }
}

function refuseCreate(desk: UpiDesk, fields: Fields, fault: Fault | undefined): string | undefined {
  const locked = refuseMerchant(desk, fields)
  if (locked) return locked
  if (desk.settings().planExpired) return 'Your Plan Already Expired'
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
  if (desk.records.byTxn.has(fields.client_txn_id ?? '')) return 'client_txn_id already exists'
  return undefined
}

async function checkOrderStatus(desk: UpiDesk, { fields, fault }: Asked): Promise<VendorAnswer> {
  const locked = refuseMerchant(desk, fields)
  if (locked) return no(desk, locked)
  if (fault?.outcome === 'refuse') return no(desk, fault.message ?? 'Something went wrong')
  const record = desk.records.byTxn.get(fields.client_txn_id ?? '')
  if (!record || queryDay(record.createdAt) !== fields.txn_date) return no(desk, 'Record not found')
  return { httpStatus: 200, body: { status: true, msg: 'Transaction found', data: describe(desk, record) } }
}

function describe(desk: UpiDesk, record: UpiRecord): Record<string, unknown> {
  const { statusWord, upperCaseStatus, amountAs } = desk.settings()
  const fields = callbackFields(record, record.status === 'success' ? nextCapture(record) : undefined)
  const status = statusWord || record.status
  return {
    ...fields,
    id: record.id,
    amount: amountAs === 'number' ? Number(fields.amount) : fields.amount,
    status: upperCaseStatus ? status.toUpperCase() : status,
    Merchant: { name: 'Jhatpat', upi_id: 'jhatpat@simbank' },
  }
}

const refuseMerchant = (desk: UpiDesk, fields: Fields) =>
  fields.key !== desk.key || desk.settings().merchantLoggedOut
    ? 'merchant is not found or log out'
    : undefined

const no = (desk: UpiDesk, msg: string): VendorAnswer => ({
  httpStatus: 200,
  body: { status: false, msg: desk.settings().leakKey ? `${msg} (key ${desk.key})` : msg },
})

function upiLinks(record: UpiRecord): Record<string, string> {
  const query = new URLSearchParams({
    pa: 'jhatpat@simbank',
    pn: 'Jhatpat',
    tr: record.clientTxnId,
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
