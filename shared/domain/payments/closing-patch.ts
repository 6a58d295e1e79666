import { type DoubtClosing, withClosedDoubt } from './payment-doubts.ts'
import type { IPayment } from './payment-schema.ts'
import type { LookPatch } from './payment-update.ts'

/**
 * A payment with a doubt closed, as an update. It counts as a look, so that a look under way, which would write the
 * doubts as it knew them, starts over; and it owes one, which may find that an unpaid payment's time is over.
 */
export function closingPatch(payment: IPayment, closing: DoubtClosing, at: Date): LookPatch {
  const { doubtId, answer, reason, by } = closing
  const { doubts, doubtAt } = withClosedDoubt(payment, doubtId, { at, by, answer, reason })
  return {
    guard: { 'payment.polls': payment.polls },
    set: { 'payment.doubts': doubts, 'payment.doubtAt': doubtAt, 'due.payment.at': at },
    inc: { 'payment.polls': 1, 'due.payment.seq': 1 },
  }
}
