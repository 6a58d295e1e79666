import type { Model } from 'mongoose'
import type { IPayment } from './payment-schema.ts'
import type { PaymentGuard, PaymentSet } from './payment-update.ts'

type PaymentTarget = { payment: IPayment | null }

/** `gapMs`: what lies between two checks at one payment at least. */
export type CheckSchedule = { now: Date; gapMs: number }

/**
 * Takes the turn to ask the gateway about a payment, for everyone who may ask: pages, callbacks' jobs, the sweeper.
 * Of any number at once, in any number of processes, one gets it, and the next not before `gapMs` have passed. Whoever
 * gets none leaves the check that is owed where it stands: the one who has the turn writes down the next, and if that
 * one dies the sweeper finds it overdue.
 */
export async function acquireCheckLock(
  // biome-ignore lint/suspicious/noExplicitAny: orders and top-ups alike; mongoose's Model is invariant
  model: Model<any>,
  target: PaymentTarget & { _id?: unknown },
  schedule: CheckSchedule,
): Promise<boolean> {
  const { payment } = target
  if (!payment || nextCheckAllowedAt(payment, schedule) > schedule.now) return false
  const taken = await model.updateOne(
    { _id: target._id, ...({ 'payment.checkedAt': payment.checkedAt } satisfies PaymentGuard) },
    { $set: { 'payment.checkedAt': schedule.now } satisfies PaymentSet },
    { timestamps: false },
  )
  return taken.matchedCount === 1
}

/** The earliest moment at which the gateway may be asked about a payment. */
export function nextCheckAllowedAt({ checkedAt }: Pick<IPayment, 'checkedAt'>, { now, gapMs }: CheckSchedule): Date {
  const free = checkedAt === null ? 0 : checkedAt.getTime() + gapMs
  return free > now.getTime() ? new Date(free) : now
}
