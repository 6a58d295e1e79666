import type { BoardOrder } from '@jhatpat/shared/contracts/admin.ts'
import type { BoardAction } from './board-keys.ts'
import { openUnitsOf } from './open-units.ts'

const targets = { complete: 'Completed', refund: 'Refunded', cancel: 'Cancelled' } as const

/** Why a key's action is not available for an order, as a sentence. */
export function unavailableReason(action: BoardAction, order: BoardOrder): string {
  const unit = openUnitsOf(order)[0]
  if (unit && action === 'complete') return 'Rejected by the supplier, not delivered.'
  if (action === 'retry_unit') {
    if (!unit) return 'No unit is waiting, nothing to resend.'
    if (unit.isAwaitingReading) return 'Balance check pending.'
    return 'On hold at the supplier; resending would buy it twice.'
  }
  const { status, nextSteps, units } = order
  const to = action in targets ? targets[action as keyof typeof targets] : undefined
  if (to === 'Refunded' && nextSteps.includes(to)) {
    if (status !== 'Processing' || units.delivered === 0) return 'This order is already refunded in full.'
    return `${units.delivered} of ${units.total} units delivered; use partial refund.`
  }
  return to ? whyNever(to, order) : 'Not available now.'
}

const whyNever = (to: string, { redeliveryOf }: BoardOrder): string =>
  to === 'Refunded' && redeliveryOf
    ? 'No payment; it’s a replacement. Use the original order.'
    : `It can’t be set to ${to}.`
