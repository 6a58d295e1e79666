import type { PendingReasonKind } from '../../../contracts/pending-reasons.ts'
import type { PendingReason } from '../model/order-model.ts'

/** These continue by themselves if a next try is scheduled. */
const continuesIfScheduled = new Set<PendingReasonKind>(['outcome_unknown', 'supplier_deferred'])
const alwaysContinues = new Set<PendingReasonKind>(['in_progress', 'supplier_unavailable', 'on_hold'])

type Facts = { since: Date; detail?: string; nextTry?: Date | null }

/**
 * The pending reason of an order, with the only decision whether it needs an admin's action. A late order
 * needs action in addition, which depends on the clock (`needsAction` in contracts).
 * @param nextTry when the next automatic try is scheduled
 */
export function pendingReasonOf(
  kind: PendingReasonKind,
  { since, detail = '', nextTry = null }: Facts,
): PendingReason {
  const continues = alwaysContinues.has(kind) || (continuesIfScheduled.has(kind) && nextTry !== null)
  return { kind, since, detail, needsAction: !continues }
}
