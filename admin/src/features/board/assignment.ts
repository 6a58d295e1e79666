import type { BoardOrder } from '@jhatpat/shared/contracts/admin.ts'
import type { Me } from '../../lib/me.ts'
import { needsAnswer } from './open-units.ts'

export type Holder = { kind: 'unassigned' } | { kind: 'me'; until: string } | { kind: 'other'; name: string }

/**
 * The assignee of an order. An expired assignment counts as unassigned, even if the row still has
 * it.
 */
export function holderOf(order: BoardOrder, me: Me, nowMs: number): Holder {
  const { assignee } = order
  if (!assignee || Date.parse(assignee.until) <= nowMs) return { kind: 'unassigned' }
  if (assignee.adminId === me._id) return { kind: 'me', until: assignee.until }
  return { kind: 'other', name: assignee.name }
}

export type QuickStep = 'assign' | 'complete' | 'reassign' | 'undo' | 'is_completing' | 'none'

/**
 * The single next step that a row offers. None while a unit needs a decision: the row expands
 * instead.
 */
export function quickStepOf(order: BoardOrder, holder: Holder, me: Me): QuickStep {
  if (order.pendingCompletion) return order.pendingCompletion.adminId === me._id ? 'undo' : 'is_completing'
  if (holder.kind === 'other') return 'reassign'
  if (needsAnswer(order)) return 'none'
  if (holder.kind === 'unassigned') return 'assign'
  return order.nextSteps.includes('Completed') ? 'complete' : 'none'
}

const renewBelowMs = 150_000

/** Whether the admin's own assignment of the expanded order is due for renewal. */
export function shouldRenew(holder: Holder, nowMs: number): boolean {
  return holder.kind === 'me' && Date.parse(holder.until) - nowMs < renewBelowMs
}

/** Name of the admin who took over an order that was assigned to `me`, if any. */
export function reassignedTo(before: BoardOrder, after: BoardOrder, me: Me): string | undefined {
  const wasMine = before.assignee?.adminId === me._id
  return wasMine && after.assignee && after.assignee.adminId !== me._id ? after.assignee.name : undefined
}

/** The last order that this admin set to Completed and can still undo. */
export function lastPendingCompletion(orders: readonly BoardOrder[], me: Me): BoardOrder | undefined {
  return orders
    .filter(({ pendingCompletion }) => pendingCompletion?.adminId === me._id)
    .toSorted((a, b) => (b.pendingCompletion?.until ?? '').localeCompare(a.pendingCompletion?.until ?? ''))[0]
}

/** Whether expanding the order assigns it, so that two admins never investigate the same one. */
export function isAssignedByOpening(order: BoardOrder, holder: Holder): boolean {
  return needsAnswer(order) && holder.kind === 'unassigned' && order.pendingCompletion === null
}
