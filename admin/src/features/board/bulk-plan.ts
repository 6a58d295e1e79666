import type { BoardOrder } from '@jhatpat/shared/contracts/admin.ts'
import type { Me } from '../../lib/me.ts'
import { pendingReasonTexts } from '../../lib/pending-reason-texts.ts'
import { holderOf } from './assignment.ts'
import { isActionAvailable, type TransitionTarget } from './transition-targets.ts'
import { needsAnswer } from './unit-actions.ts'

/** `needsApproval`: a second person has to approve first. */
export type BulkLine = { order: BoardOrder; isApplicable: boolean; reason: string; needsApproval?: true }

const consequences: Record<TransitionTarget, string> = {
  Completed: 'Closes as delivered',
  Refunded: 'Goes to the wallet',
  Cancelled: 'Closes without a refund',
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
    const holder = holderOf(order, me, nowMs)
    if (order.pendingCompletion)
      return {
        order,
        isApplicable: false,
        reason: `${order.pendingCompletion.name} is completing it: left out`,
      }
    if (holder.kind === 'other')
      return { order, isApplicable: false, reason: `${holder.name} has it: left out` }
    if (needsAnswer(order)) {
      const { title } = pendingReasonTexts[order.pendingReason.kind]
      return { order, isApplicable: false, reason: `${title}, decide it on its own: left out` }
    }
    if (!isActionAvailable(order, to))
      return { order, isApplicable: false, reason: `Can’t become ${to}: left out` }
    if (to === 'Refunded' && order.refundable > refundLimit) {
      return { order, isApplicable: true, needsApproval: true, reason: 'Needs a second person: is asked for' }
    }
    if (to === 'Refunded' && refundLimit === Number.POSITIVE_INFINITY) {
      return { order, isApplicable: true, reason: 'Goes to the wallet, unless a second person has to agree' }
    }
    return { order, isApplicable: true, reason: consequenceOf(to, order) }
  })
}

/** Giving up a redelivery affects its original order. */
const consequenceOf = (to: TransitionTarget, { redeliveryOf }: BoardOrder): string =>
  to === 'Cancelled' && redeliveryOf ? 'Closes; the first report opens again' : consequences[to]
