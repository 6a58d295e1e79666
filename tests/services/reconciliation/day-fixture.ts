import type { ReconciledDay } from '@jhatpat/shared/contracts/reconciliation.ts'
import { OrderModel } from '@jhatpat/shared/domain/orders/index.ts'
import { JournalEntryModel, type PostingKind } from '@jhatpat/shared/domain/wallet/index.ts'
import { isoDayOf, startOfIstDay } from '@jhatpat/shared/platform/clock.ts'
import type { PaymentGateway, PaymentState } from '@jhatpat/shared/providers/payments/payment-gateway.ts'
import mongoose from 'mongoose'

/** A day that is over. */
export const day = isoDayOf(new Date(Date.now() - 3 * 86_400_000))
export const at = (minutes: number) => new Date(startOfIstDay(day).getTime() + minutes * 60_000)

export const owner = new mongoose.Types.ObjectId()
const wallet = `wallet:${owner}`

let made = 0

type Extra = {
  paise?: number
  gateway?: PaymentState['kind']
  told?: number
  reference?: string
  more?: object
}

/** What a gateway says about each link; it knows nothing of any other. */
export const says = new Map<string, PaymentState>()

export const gateway: PaymentGateway = {
  name: 'upigateway',
  createPayment: () => Promise.reject(new Error('nothing is paid here')),
  checkPayment: async ({ clientTxnId }) => says.get(clientTxnId) ?? { kind: 'not_found' },
  readCallback: () => undefined,
}

const paid = (clientTxnId: string, amountPaise: number, bankReference: string): PaymentState => ({
  ...{ kind: 'paid', clientTxnId, amountPaise, gatewayId: `G${clientTxnId}`, bankReference, payer: 'a@b' },
})

/** A journal entry as it is written. */
export function insertPostingSet(
  kind: PostingKind,
  ref: string,
  [[from, to], paise]: [way: [string, string], paise: number],
) {
  const postings = [
    { account: from, amountPaise: -paise },
    { account: to, amountPaise: paise },
  ]
  return JournalEntryModel.create({
    _id: `${kind}:${ref}`,
    kind,
    ref,
    postings,
    currency: 'INR',
    at: at(721),
  })
}

export const ways = {
  paid: ['gateway:upigateway', 'sales'] as [string, string],
  unallocated: ['gateway:upigateway', wallet] as [string, string],
  back: ['sales', wallet] as [string, string],
}

/** An order that was paid by UPI, delivered and booked, in all three books alike, unless told else. */
export async function insertBookedOrder({
  paise = 34_500,
  gateway = 'paid',
  told,
  reference,
  more,
}: Extra = {}) {
  made += 1
  const _id = `JP261119${String(made).padStart(8, '0')}`
  const bankReference = reference ?? String(400_000_000_000 + made)
  const ended = { at: at(721), by: 'supplier', previous: null }
  const capture = {
    gatewayId: `G${_id}`,
    attemptId: _id,
    bankReference,
    amountPaise: paise,
    payer: '',
    at: at(720),
    allocatedTo: 'purchase',
  }
  await OrderModel.collection.insertOne({
    ...{
      _id,
      status: 'Completed',
      pricePaise: paise,
      partlyRefundedPaise: 0,
      creditedPaise: 0,
      paymentmode: 'upi',
    },
    ...{ userId: owner, customer: { role: 'user' }, item: { apiType: 'SMILEBR' }, delivery: 'instant' },
    ...{
      createdAt: at(719),
      processingAt: at(720),
      completedAt: at(721),
      ended,
      due: {},
      vault: [],
      staffActions: [],
    },
    units: [{ state: 'delivered', cost: '50', sentAt: at(720), answeredAt: at(721) }],
    payment: {
      ...{
        state: 'paid',
        gateway: 'upigateway',
        discrepancies: [],
        checkedAt: null,
        answeredAt: null,
        callbackAt: null,
        payBefore: at(760),
        captures: [capture],
        discrepancyAt: null,
      },
      attempts: [{ id: _id, gatewayId: '', paymentUrl: '', upiLinks: null, at: at(719), state: 'open' }],
    },
    ...more,
  } as never)
  await insertPostingSet('order_payment', `${_id}/G${_id}`, [ways.paid, paise])
  says.set(
    _id,
    gateway === 'paid'
      ? paid(_id, told ?? paise, bankReference)
      : ({ kind: gateway, vendorStatus: 'failure', message: '' } as PaymentState),
  )
  return _id
}

/** A second delivery of it that counts as failed, of packs that are so far. */
export async function insertRedelivery(
  first: string,
  units: object[] = [{ state: 'delivered', cost: '50' }],
) {
  const _id = `${first}S`
  const order = await OrderModel.collection.findOne({ _id: first as never })
  await OrderModel.collection.insertOne({
    ...order,
    ...{ _id, redeliveryOf: first, status: 'Cancelled', pricePaise: 0, paymentmode: 'wallet', payment: null },
    ...{ completedAt: null, units },
  } as never)
  return _id
}

export type Short = [kind: string, ref: string, amount: number | null]
export const lines = (rows: readonly Short[]) => rows.map((row) => row.join(' ')).toSorted()
export const short = ({ exceptions }: ReconciledDay) =>
  lines(exceptions.map(({ kind, ref, amount }): Short => [kind, ref, amount]))
