import type { ClientSession } from 'mongoose'
import { writeAudit } from '../audit/index.ts'
import type { Discrepancy, DiscrepancyResolution } from './payment-doubts.ts'

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
