import { Schema } from 'mongoose'
import type { SchemaFields } from '../../platform/fields-of.ts'
import { type Doubt, doubtSchema } from './payment-doubts.ts'
import { linkSchema, type PaymentLink } from './payment-links.ts'

/** Money the gateway confirmed. `to` says where it went: what was bought, or the customer's wallet. */
export type Capture = {
  /** The gateway's own id of this payment, or the link's where it told none: captured once under it. */
  gatewayId: string
  linkId: string
  /** An attribute: may be empty, or filled in by a later look. */
  bankReference: string
  amountPaise: number
  payer: string
  at: Date
  to: 'purchase' | 'wallet'
}

/** The payment inside an order or top-up; the document that holds it owns its id (`client_txn_id`) and amount. */
export interface IPayment {
  state: 'created' | 'paid' | 'failed'
  /** Who made it, and stays the one to ask. */
  gateway: string
  links: PaymentLink[]
  payBefore: Date
  /** How often the gateway was asked, which sets the pace of the next look. */
  polls: number
  askedAt: Date | null
  /** The last look that every link's gateway answered: only such a look counts. */
  answeredAt: Date | null
  /** The last callback: until a look after it is answered, its look goes first. */
  calledAt: Date | null
  vendorStatus: string
  captures: Capture[]
  doubts: Doubt[]
  /** When the newest open doubt was noted; null where none is open. */
  doubtAt: Date | null
}

const captureSchema = new Schema<Capture>(
  {
    gatewayId: { type: String, required: true },
    linkId: { type: String, default: '' },
    bankReference: { type: String, default: '' },
    amountPaise: { type: Number, required: true },
    payer: { type: String, default: '' },
    at: { type: Date, required: true },
    to: { type: String, enum: ['purchase', 'wallet'], required: true },
  } satisfies SchemaFields<Capture>,
  { _id: false },
)

const noDate = { type: Date, default: null } as const

export const paymentSchema = new Schema<IPayment>(
  {
    state: { type: String, enum: ['created', 'paid', 'failed'], required: true },
    gateway: { type: String, required: true },
    links: { type: [linkSchema], default: [] },
    payBefore: { type: Date, required: true },
    polls: { type: Number, default: 0 },
    askedAt: noDate,
    answeredAt: noDate,
    calledAt: noDate,
    vendorStatus: { type: String, default: '' },
    captures: { type: [captureSchema], default: [] },
    doubts: { type: [doubtSchema], default: [] },
    doubtAt: noDate,
  } satisfies SchemaFields<IPayment>,
  { _id: false },
)

/** Index of the payments that wait for a person, for every collection that holds payments. */
export const doubtIndex = [
  { 'payment.doubtAt': -1 },
  { name: 'payment_doubts', partialFilterExpression: { 'payment.doubtAt': { $type: 'date' } } },
] as const

/** Index of what was paid by a bank's reference, for every collection that holds payments. */
export const bankReferenceIndex = [
  { 'payment.captures.bankReference': 1 },
  { name: 'bank_reference', partialFilterExpression: { 'payment.captures.bankReference': { $gt: '' } } },
] as const

export function newPayment(gateway: string, now: Date, windowMs: number): IPayment {
  return {
    state: 'created',
    gateway,
    links: [],
    payBefore: new Date(now.getTime() + windowMs),
    polls: 0,
    askedAt: null,
    answeredAt: null,
    calledAt: null,
    vendorStatus: '',
    captures: [],
    doubts: [],
    doubtAt: null,
  }
}

/** Whether someone who sees the payment sees a difference: a reference that came, a doubt. */
export function looksDifferent(before: IPayment | null, after: IPayment): boolean {
  const visible = (payment: IPayment | null) =>
    JSON.stringify([payment?.doubts.length, payment?.captures.map((capture) => capture.bankReference)])
  return visible(before) !== visible(after)
}
