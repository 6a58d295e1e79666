import { Schema } from 'mongoose'
import type { Task } from '../../platform/due-tasks.ts'
import type { SchemaFields } from '../../platform/fields-of.ts'
import { type Guard, type IncFields, prefixPath, type SetFields } from '../../platform/typed-update.ts'
import { type Discrepancy, discrepancySchema } from './discrepancies.ts'
import { attemptSchema, type PaymentAttempt } from './payment-attempts.ts'

/** Money that the gateway confirmed. `allocatedTo`: it paid for the purchase, or was credited to the wallet. */
export type Capture = {
  /** The gateway's own id of this payment, or the attempt's when it gave none; captured once under it. */
  gatewayId: string
  attemptId: string
  /** May be empty, or filled in by a later check. */
  bankReference: string
  amountPaise: number
  payer: string
  at: Date
  allocatedTo: 'purchase' | 'wallet'
}

/** The payment of an order or top-up; the document that contains it owns its id (`client_txn_id`) and amount. */
export interface IPayment {
  state: 'created' | 'paid' | 'failed'
  /** The gateway that created it, and is asked about it. */
  gateway: string
  attempts: PaymentAttempt[]
  payBefore: Date
  /** Number of checks, which sets the interval until the next. */
  checkCount: number
  checkedAt: Date | null
  /** The last check in which the gateway answered about every attempt; only such a check counts. */
  answeredAt: Date | null
  /** The last callback. Its check has priority until a later check is answered. */
  callbackAt: Date | null
  vendorStatus: string
  captures: Capture[]
  discrepancies: Discrepancy[]
  /** When the newest open discrepancy was found; null when none is open. */
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

/** Index of the payments with an open discrepancy, for every collection with payments. */
export const discrepancyIndex = [
  { 'payment.discrepancyAt': -1 },
  { name: 'payment_discrepancies', partialFilterExpression: { 'payment.discrepancyAt': { $type: 'date' } } },
] as const

/** Index of payments by bank reference, for every collection with payments. */
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

/** Whether a reader of the payment sees a difference: a new bank reference or discrepancy. */
export function hasVisibleChange(before: IPayment | null, after: IPayment): boolean {
  const visible = (payment: IPayment | null) =>
    JSON.stringify([payment?.discrepancies.length, payment?.captures.map((capture) => capture.bankReference)])
  return visible(before) !== visible(after)
}

/** What orders and top-ups that are paid have in common. */
type Paid = { payment: IPayment; due: { payment: Task } }

/** Excluded as whole objects: each target has more in its `due`, and some have no payment. */
type WholeFields = 'payment' | 'due'

/** What this slice writes into its targets, and the conditions for it. */
export type PaymentSet = Omit<SetFields<Paid>, WholeFields>
export type PaymentGuard = Omit<Guard<Paid>, WholeFields | '$or'>

/** One update: its condition, what it sets and what it increments. */
export type PaymentPatch = { guard: PaymentGuard; set: PaymentSet; inc: IncFields<Paid> }

/** Replaces one attempt; the first is number 1. */
export const attemptPatch = (number: number, attempt: PaymentAttempt): PaymentSet =>
  prefixPath('payment.attempts', { [number - 1]: attempt })

/** Matches when there are at most this number of attempts. */
export const attemptCountIs = (count: number): PaymentGuard =>
  prefixPath('payment.attempts', { [count]: { $exists: false } })

/** The fields that a check updates. Leaves out attempts and callbacks, which other processes write at the same time. */
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
