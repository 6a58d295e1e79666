import type { BoardOrder } from '@jhatpat/shared/contracts/admin.ts'

export type TransitionTarget = 'Completed' | 'Refunded' | 'Cancelled'

/**
 * Whether the server would accept this transition: an open order of which units arrived is never
 * refunded in full.
 */
export function isActionAvailable(
  { status, nextSteps, units, refundable }: BoardOrder,
  to: TransitionTarget,
): boolean {
  if (!nextSteps.includes(to)) return false
  return to !== 'Refunded' || (refundable > 0 && !(status === 'Processing' && units.delivered > 0))
}
