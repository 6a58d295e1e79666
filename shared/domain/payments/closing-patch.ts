import { type DiscrepancyResolution, withResolution } from './payment-doubts.ts'
import type { IPayment } from './payment-schema.ts'
import type { PaymentPatch } from './payment-update.ts'

/**
 * A payment with a discrepancy closed, as an update. It counts as a check, so that a check under way, which would write the
 * discrepancies as it knew them, starts over; and it owes one, which may find that an unpaid payment's time is over.
 */
export function resolutionPatch(payment: IPayment, resolution: DiscrepancyResolution, at: Date): PaymentPatch {
  const { discrepancyId, answer, reason, by } = resolution
  const { discrepancies, discrepancyAt } = withResolution(payment, discrepancyId, { at, by, answer, reason })
  return {
    guard: { 'payment.checkCount': payment.checkCount },
    set: { 'payment.discrepancies': discrepancies, 'payment.discrepancyAt': discrepancyAt, 'due.payment.at': at },
    inc: { 'payment.checkCount': 1, 'due.payment.seq': 1 },
  }
}
