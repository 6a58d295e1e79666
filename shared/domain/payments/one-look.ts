import type { Model } from 'mongoose'
import type { IPayment } from './payment-schema.ts'
import type { PaymentGuard, PaymentSet } from './payment-update.ts'

type Carrier = { payment: IPayment | null }

/** `gapMs`: what lies between two looks at one payment at least. */
export type LookPace = { now: Date; gapMs: number }

/**
 * Takes the turn to ask the gateway about a payment, for everyone who may ask: pages, callbacks' jobs, the sweeper.
 * Of any number at once, in any number of processes, one gets it, and the next not before `gapMs` have passed. Whoever
 * gets none leaves the look that is owed where it stands: the one who has the turn writes down the next, and if that
 * one dies the sweeper finds it overdue.
 */
export async function takeTurn(
  // biome-ignore lint/suspicious/noExplicitAny: orders and top-ups alike; mongoose's Model is invariant
  model: Model<any>,
  carrier: Carrier & { _id?: unknown },
  pace: LookPace,
): Promise<boolean> {
  const { payment } = carrier
  if (!payment || nextTurnAt(payment, pace) > pace.now) return false
  const taken = await model.updateOne(
    { _id: carrier._id, ...({ 'payment.askedAt': payment.askedAt } satisfies PaymentGuard) },
    { $set: { 'payment.askedAt': pace.now } satisfies PaymentSet },
    { timestamps: false },
  )
  return taken.matchedCount === 1
}

/** The earliest moment at which the gateway may be asked about a payment. */
export function nextTurnAt({ askedAt }: Pick<IPayment, 'askedAt'>, { now, gapMs }: LookPace): Date {
  const free = askedAt === null ? 0 : askedAt.getTime() + gapMs
  return free > now.getTime() ? new Date(free) : now
}
