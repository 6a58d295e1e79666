import type { ClientSession } from 'mongoose'
import { writeAudit } from '../audit/index.ts'
import { type Discrepancy, type DiscrepancyResolution, withResolution } from './discrepancies.ts'
import type { IPayment, PaymentPatch } from './payment-schema.ts'

/** Writes down how an admin resolved a discrepancy, in the transaction that closes it. */
export function auditResolution(
  tx: ClientSession,
  { by, name, answer, reason }: DiscrepancyResolution,
  { target, discrepancy, at }: { target: string; discrepancy: Discrepancy; at: Date },
): Promise<void> {
  const inReviewPaise = answer === 'credit' ? { creditedPaise: discrepancy.inReviewPaise } : {}
  return writeAudit(
    tx,
    { userId: by, name },
    {
      ...{ at, action: `discrepancy.${answer}`, target, reason },
      before: { discrepancy: discrepancy.id, kind: discrepancy.kind, amountPaise: discrepancy.amountPaise },
      after: { discrepancy: discrepancy.id, resolution: answer, ...inReviewPaise },
    },
  )
}

/**
 * A payment with a discrepancy closed, as an update. It counts as a check, so that a check under way, which would write the
 * discrepancies as it knew them, starts over; and it owes one, which may find that an unpaid payment's time is over.
 */
export function resolutionPatch(
  payment: IPayment,
  resolution: DiscrepancyResolution,
  at: Date,
): PaymentPatch {
  const { discrepancyId, answer, reason, by } = resolution
  const { discrepancies, discrepancyAt } = withResolution(payment, discrepancyId, { at, by, answer, reason })
  return {
    guard: { 'payment.checkCount': payment.checkCount },
    set: {
      'payment.discrepancies': discrepancies,
      'payment.discrepancyAt': discrepancyAt,
      'due.payment.at': at,
    },
    inc: { 'payment.checkCount': 1, 'due.payment.seq': 1 },
  }
}
