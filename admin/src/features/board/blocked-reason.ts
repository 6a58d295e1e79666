import type { BoardOrder } from '@jhatpat/shared/contracts/admin.ts'
import type { BoardAction } from './board-keys.ts'
import { openUnitsOf } from './open-units.ts'

const targets = { complete: 'Completed', refund: 'Refunded', cancel: 'Cancelled' } as const

/** Why a key's action is not available for an order, as a sentence. */
export function unavailableReason(action: BoardAction, order: BoardOrder): string {
  const unit = openUnitsOf(order)[0]
  if (unit && action === 'complete') return 'The supplier refused it, so it was not delivered.'
  if (action === 'retry_unit') {
    if (!unit) return 'No pack of it waits for an answer, so none is sent again.'
    if (unit.isAwaitingReading) return 'The balance is about to tell whether it was bought.'
    return 'The supplier holds it: sent again it would be bought twice.'
  }
  const { status, nextSteps, units } = order
  const to = action in targets ? targets[action as keyof typeof targets] : undefined
  if (to === 'Refunded' && nextSteps.includes(to)) {
    if (status !== 'Processing' || units.delivered === 0) return 'This order is already refunded in full.'
    return `${units.delivered} of ${units.total} packs arrived: it is not given back whole.`
  }
  return to ? whyNever(to, order) : 'It is not offered now.'
}

const whyNever = (to: string, { redeliveryOf }: BoardOrder): string =>
  to === 'Refunded' && redeliveryOf
    ? 'Nobody paid for it: it is a second delivery. Decide on the first order.'
    : `It can’t become ${to}.`
