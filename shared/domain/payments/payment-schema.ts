import { Schema } from 'mongoose'
import type { Task } from '../../platform/due-tasks.ts'
import type { SchemaFields } from '../../platform/fields-of.ts'
import { type Guard, type IncFields, prefixPath, type SetFields } from '../../platform/typed-update.ts'
import { type Discrepancy, discrepancySchema } from './discrepancies.ts'
import { attemptSchema, type PaymentAttempt } from './payment-attempts.ts'

/** Money the gateway confirmed. `allocatedTo` says where it went: what was bought, or the customer's wallet. */
export type Capture = {
  /** The gateway's own id of this payment, or the attempt's where it told none: captured once under it. */
  gatewayId: string
  attemptId: string
  /** An attribute: may be empty, or filled in by a later check. */
  bankReference: string
  amountPaise: number
  payer: string
  at: Date
  allocatedTo: 'purchase' | 'wallet'
}

/** The payment inside an order or top-up; the document that holds it owns its id (`client_txn_id`) and amount. */
export interface IPayment {
  state: 'created' | 'paid' | 'failed'
  /** Who made it, and stays the one to ask. */
  gateway: string
  attempts: PaymentAttempt[]
  payBefore: Date
  /** How often the gateway was asked, which sets the schedule of the next check. */
  checkCount: number
  checkedAt: Date | null
  /** The last check that every attempt's gateway answered: only such a check counts. */
  answeredAt: Date | null
  /** The last callback: until a check after it is answered, its check goes first. */
  callbackAt: Date | null
  vendorStatus: string
  captures: Capture[]
  discrepancies: Discrepancy[]
  /** When the newest open discrepancy was noted; null where none is open. */
  discrepancyAt: Date | null
}

const captureSchema = new Schema<Capture>(
  {
    gatewayId: { type: String, required: true },
    attemptId: { type: String, default: '' },
    bankReference: { type: String, default: '' },
    amountPaise: { type: Number, required: true },
    payer: { type: String, default: '' },
    at: { type: Date, required: true },
    allocatedTo: { type: String, enum: ['purchase', 'wallet'], required: true },
  } satisfies SchemaFields<Capture>,
  { _id: false },
)

const noDate = { type: Date, default: null } as const

export const paymentSchema = new Schema<IPayment>(
  {
    state: { type: String, enum: ['created', 'paid', 'failed'], required: true },
    gateway: { type: String, required: true },
    attempts: { type: [attemptSchema], default: [] },
    payBefore: { type: Date, required: true },
    checkCount: { type: Number, default: 0 },
    checkedAt: noDate,
    answeredAt: noDate,
    callbackAt: noDate,
    vendorStatus: { type: String, default: '' },
    captures: { type: [captureSchema], default: [] },
    discrepancies: { type: [discrepancySchema], default: [] },
    discrepancyAt: noDate,
  } satisfies SchemaFields<IPayment>,
  { _id: false },
)

/** Index of the payments that wait for a person, for every collection that holds payments. */
export const discrepancyIndex = [
  { 'payment.discrepancyAt': -1 },
  { name: 'payment_discrepancies', partialFilterExpression: { 'payment.discrepancyAt': { $type: 'date' } } },
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
    attempts: [],
    payBefore: new Date(now.getTime() + windowMs),
    checkCount: 0,
    checkedAt: null,
    answeredAt: null,
    callbackAt: null,
    vendorStatus: '',
    captures: [],
    discrepancies: [],
    discrepancyAt: null,
  }
}

/** Whether someone who sees the payment sees a difference: a reference that came, a discrepancy. */
export function hasVisibleChange(before: IPayment | null, after: IPayment): boolean {
  const visible = (payment: IPayment | null) =>
    JSON.stringify([payment?.discrepancies.length, payment?.captures.map((capture) => capture.bankReference)])
  return visible(before) !== visible(after)
}

/** What orders and top-ups that are paid have in common. */
type Paid = { payment: IPayment; due: { payment: Task } }

/** Nothing is said of these as a whole: each target has more in its `due`, and some have no payment. */
type Parted = 'payment' | 'due'

/** What this slice writes into its targets, and what must hold for it. */
export type PaymentSet = Omit<SetFields<Paid>, Parted>
export type PaymentGuard = Omit<Guard<Paid>, Parted | '$or'>

/** A part of an update: what must hold, what is set, what is added to. */
export type PaymentPatch = { guard: PaymentGuard; set: PaymentSet; inc: IncFields<Paid> }

/** One attempt as a whole; the first is number 1. */
export const attemptPatch = (number: number, attempt: PaymentAttempt): PaymentSet =>
  prefixPath('payment.attempts', { [number - 1]: attempt })

/** There are so many attempts and no more. */
export const attemptCountIs = (count: number): PaymentGuard =>
  prefixPath('payment.attempts', { [count]: { $exists: false } })

/**
 * A payment's fields after a check, as an update. Links and callbacks are left alone: they are written at the same
 * time by others.
 */
export function paymentPatch(payment: IPayment): PaymentSet {
  const { state, vendorStatus, checkCount, checkedAt, answeredAt, captures, discrepancies, discrepancyAt } =
    payment
  return prefixPath('payment', {
    state,
    vendorStatus,
    checkCount,
    checkedAt,
    answeredAt,
    captures,
    discrepancies,
    discrepancyAt,
  })
}
