import type { Task } from '../../platform/due-tasks.ts'
import { prefixPath, type SetFields, type Guard, type IncFields } from '../../platform/typed-update.ts'
import type { PaymentLink } from './payment-links.ts'
import type { IPayment } from './payment-schema.ts'

/** What orders and top-ups that are paid have in common. */
type Paid = { payment: IPayment; due: { payment: Task } }

/** Nothing is said of these as a whole: each carrier has more in its `due`, and some have no payment. */
type Parted = 'payment' | 'due'

/** What this slice writes into its carriers, and what must hold for it. */
export type PaymentSet = Omit<SetFields<Paid>, Parted>
export type PaymentGuard = Omit<Guard<Paid>, Parted | '$or'>

/** A part of an update: what must hold, what is set, what is added to. */
export type LookPatch = { guard: PaymentGuard; set: PaymentSet; inc: IncFields<Paid> }

/** One link as a whole; the first is number 1. */
export const linkSet = (number: number, link: PaymentLink): PaymentSet =>
  prefixPath('payment.links', { [number - 1]: link })

/** There are so many links and no more. */
export const noMoreLinksThan = (count: number): PaymentGuard =>
  prefixPath('payment.links', { [count]: { $exists: false } })

/**
 * A payment's fields after a look, as an update. Links and callbacks are left alone: they are written at the same
 * time by others.
 */
export function lookPatch(payment: IPayment): PaymentSet {
  const { state, vendorStatus, polls, askedAt, answeredAt, captures, doubts, doubtAt } = payment
  return prefixPath('payment', { state, vendorStatus, polls, askedAt, answeredAt, captures, doubts, doubtAt })
}
