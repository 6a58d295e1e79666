import type { BoardOrder } from '@jhatpat/shared/contracts/admin.ts'
import type { Me } from '../../lib/me.ts'
import { pendingReasonTexts } from '../../lib/pending-reason-texts.ts'
import { type Holder, holderOf } from './assignment.ts'
import { needsAnswer } from './open-units.ts'
import { isActionAvailable, type TransitionTarget } from './transition-targets.ts'

/** `needsApproval`: a second person has to approve first. */
export type BulkLine = { order: BoardOrder; isApplicable: boolean; reason: string; needsApproval?: true }

const consequences: Record<TransitionTarget, string> = {
  Completed: 'Completed',
  Refunded: 'Refunded to wallet',
  Cancelled: 'Closes the order without a refund',
}

/**
 * Previews what would happen to each selected order. `refundLimit`: rupees that need no approval;
 * Infinity until it is loaded.
 */
export function bulkPlan(
  orders: readonly BoardOrder[],
  to: TransitionTarget,
  { me, nowMs, refundLimit }: { me: Me; nowMs: number; refundLimit: number },
): BulkLine[] {
  return orders.map((order) => {
    const skipped = skippedReason(order, to, holderOf(order, me, nowMs))
    if (skipped) return { order, isApplicable: false, reason: `Skipped: ${skipped}` }
    if (to === 'Refunded' && order.refundable > refundLimit) {
      return { order, isApplicable: true, needsApproval: true, reason: 'Approval requested' }
    }
    if (to === 'Refunded' && refundLimit === Number.POSITIVE_INFINITY) {
      return { order, isApplicable: true, reason: 'Refunded, or approval requested' }
    }
    return { order, isApplicable: true, reason: consequenceOf(to, order) }
  })
}

/** Why an order cannot be part of the action: unclear purchases and codes are decided one by one. */
function skippedReason(order: BoardOrder, to: TransitionTarget, holder: Holder): string | undefined {
  if (order.pendingCompletion) return `being completed by ${order.pendingCompletion.name}`
  if (holder.kind === 'other') return `assigned to ${holder.name}`
  if (needsAnswer(order)) return pendingReasonTexts[order.pendingReason.kind].title
  if (to === 'Completed' && order.needsCodes) return 'needs a code'
  return isActionAvailable(order, to) ? undefined : `can’t be ${to}`
}

/** Giving up a redelivery affects its original order. */
const consequenceOf = (to: TransitionTarget, { redeliveryOf }: BoardOrder): string =>
  to === 'Cancelled' && redeliveryOf ? 'Cancelled; ticket reopened' : consequences[to]
