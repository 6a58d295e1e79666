import type { BoardOrder } from '@jhatpat/shared/contracts/admin.ts'
import type { Me } from '../../lib/me.ts'
import { needsAnswer } from './unit-actions.ts'

export type Holder = { kind: 'unassigned' } | { kind: 'me'; until: string } | { kind: 'other'; name: string }

/** Who has an order. A lease that ran out is nobody's, whatever the row still says. */
export function holderOf(order: BoardOrder, me: Me, nowMs: number): Holder {
  const { assignee } = order
  if (!assignee || Date.parse(assignee.until) <= nowMs) return { kind: 'unassigned' }
  if (assignee.adminId === me._id) return { kind: 'me', until: assignee.until }
  return { kind: 'other', name: assignee.name }
}

export type QuickStep = 'assign' | 'complete' | 'reassign' | 'undo' | 'is_completing' | 'none'

/** The one next step a row offers. A unit that needs an answer has none: it opens to what is known. */
export function quickStepOf(order: BoardOrder, holder: Holder, me: Me): QuickStep {
  if (order.pendingCompletion) return order.pendingCompletion.adminId === me._id ? 'undo' : 'is_completing'
  if (holder.kind === 'other') return 'reassign'
  if (needsAnswer(order)) return 'none'
  if (holder.kind === 'unassigned') return 'assign'
  return order.nextSteps.includes('Completed') ? 'complete' : 'none'
}

const renewBelowMs = 150_000

/** Whether an open row's own lease should be renewed by now. */
export function shouldRenew(holder: Holder, nowMs: number): boolean {
  return holder.kind === 'me' && Date.parse(holder.until) - nowMs < renewBelowMs
}

/** The name of the admin who took over an order that was mine before, if one did. */
export function reassignedTo(before: BoardOrder, after: BoardOrder, me: Me): string | undefined {
  const wasMine = before.assignee?.adminId === me._id
  return wasMine && after.assignee && after.assignee.adminId !== me._id ? after.assignee.name : undefined
}

/** The order that this admin has set to Completed last and may still take back. */
export function lastPendingCompletion(orders: readonly BoardOrder[], me: Me): BoardOrder | undefined {
  return orders
    .filter(({ pendingCompletion }) => pendingCompletion?.adminId === me._id)
    .toSorted((a, b) => (b.pendingCompletion?.until ?? '').localeCompare(a.pendingCompletion?.until ?? ''))[0]
}

/** What two admins must never look into at the same time: opening it makes it one's own. */
export function isAssignedByOpening(order: BoardOrder, holder: Holder): boolean {
  return needsAnswer(order) && holder.kind === 'unassigned' && order.pendingCompletion === null
}
