import type { Task } from '../../platform/due-tasks.ts'
import { prefixPath, type SetFields, type Guard, type IncFields } from '../../platform/typed-update.ts'
import type { PaymentAttempt } from './payment-links.ts'
import type { IPayment } from './payment-schema.ts'

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
  const { state, vendorStatus, checkCount, checkedAt, answeredAt, captures, discrepancies, discrepancyAt } = payment
  return prefixPath('payment', { state, vendorStatus, checkCount, checkedAt, answeredAt, captures, discrepancies, discrepancyAt })
}
