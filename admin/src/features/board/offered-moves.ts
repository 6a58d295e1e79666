import type { BoardOrder } from '@jhatpat/shared/contracts/admin.ts'

export type MoveTo = 'Completed' | 'Refunded' | 'Cancelled'

/** Whether the server would make this move: no open order is given back whole of which packs arrived. */
export function isActionAvailable({ status, nextSteps, units, refundable }: BoardOrder, to: MoveTo): boolean {
  if (!nextSteps.includes(to)) return false
  return to !== 'Refunded' || (refundable > 0 && !(status === 'Processing' && units.delivered > 0))
}
