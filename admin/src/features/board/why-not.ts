import type { BoardOrder } from '@jhatpat/shared/contracts/admin.ts'
import type { BoardAction } from './board-keys.ts'
import type { Holder } from './assignment.ts'

type Pressed = {
  action: BoardAction
  order: BoardOrder
  holder: Holder
  meId: string
  /** What is under way for the order, as `Saving`. */
  doing: string | undefined
  mayMove: boolean
}

const decides: ReadonlySet<BoardAction> = new Set(['complete', 'retry_unit', 'refund', 'cancel'])

/**
 * Why a key does nothing to an order just now, in a sentence; undefined: it does. A decision that follows upon a assignee
 * waits for it.
 */
export function blockedReason({ action, order, holder, meId, doing, mayMove }: Pressed): string | undefined {
  if (action !== 'assign' && !decides.has(action)) return undefined
  if (!mayMove) return 'Your role looks at orders and does not move them.'
  if (doing && !(doing === 'Claiming' && decides.has(action))) return `${doing} is still under way.`
  if (order.pendingCompletion) {
    return order.pendingCompletion.adminId === meId
      ? 'It is set to Completed. U takes that back.'
      : `${order.pendingCompletion.name} is completing it.`
  }
  if (action === 'assign') return holder.kind === 'me' ? 'It is yours already.' : undefined
  return holder.kind === 'other' ? `${holder.name} has it. C takes it over.` : undefined
}
