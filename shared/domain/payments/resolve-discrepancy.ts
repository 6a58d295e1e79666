import type { ClientSession } from 'mongoose'
import { writeAudit } from '../audit/index.ts'
import { type Discrepancy, type DiscrepancyResolution, withResolution } from './discrepancies.ts'
import type { IPayment, PaymentPatch } from './payment-schema.ts'

/** `about`: the customer's `_id` in hex. */
type Resolved = { target: string; about: string; discrepancy: Discrepancy; at: Date }

/** Records an admin's decision about a discrepancy in the audit log, in the transaction that resolves it. */
export function auditResolution(
  tx: ClientSession,
  { by, name, answer, reason }: DiscrepancyResolution,
  { target, about, discrepancy, at }: Resolved,
): Promise<void> {
  const inReviewPaise = answer === 'credit' ? { creditedPaise: discrepancy.inReviewPaise } : {}
  return writeAudit(
    tx,
    { userId: by, name },
    {
      at,
      action: `discrepancy.${answer}`,
      target,
      about,
      reason,
      before: { discrepancy: discrepancy.id, kind: discrepancy.kind, amountPaise: discrepancy.amountPaise },
      after: { discrepancy: discrepancy.id, resolution: answer, ...inReviewPaise },
    },
  )
}

/**
 * The update that resolves a discrepancy. It raises `checkCount`, so that a check in progress, which would overwrite
 * the discrepancies, starts over; and it schedules a check, which may find that an unpaid payment has expired.
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
