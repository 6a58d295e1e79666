import type { BoardOrder } from '@jhatpat/shared/contracts/admin.ts'

export type Unit = BoardOrder['unitList'][number]
export type UnitAction = 'delivered' | 'retry_unit' | 'refund'

/**
 * A decision for a unit as the screen shows it: `attempt` lets the server reject a stale one.
 * `amount`: rupees to refund where some units arrived.
 */
export type UnitDecision = {
  unit: string
  attempt: number
  answer: UnitAction
  amount?: number
  /** A refund that needs approval. */
  requestApproval?: true
}

const answeredByUnit: ReadonlySet<BoardOrder['pendingReason']['kind']> = new Set([
  ...(['outcome_unknown', 'partly_delivered', 'supplier_deferred', 'below_cost'] as const),
])

/**
 * The units that wait for a decision: outcome unknown, rejected, dearer than paid, or accepted by
 * the supplier without progress.
 */
export function openUnitsOf({ pendingReason, unitList }: BoardOrder): Unit[] {
  if (pendingReason.kind === 'supplier_review') {
    return unitList.filter(({ state, supplierOrderId }) => state === 'sending' && supplierOrderId !== '')
  }
  if (!answeredByUnit.has(pendingReason.kind)) return []
  return unitList.filter(({ state }) => state === 'unknown' || state === 'rejected' || state === 'held_back')
}

/**
 * Whether the order waits for a decision about a unit, so that transitioning the whole order is not
 * the next step.
 */
export function needsAnswer(order: BoardOrder): boolean {
  return order.pendingReason.kind === 'outcome_unknown' || openUnitsOf(order).length > 0
}

/** The unit of a decision, while it still waits for one. */
export function unitOf(order: BoardOrder, decision: UnitDecision): Unit | undefined {
  return openUnitsOf(order).find(({ ref, attempt }) => ref === decision.unit && attempt === decision.attempt)
}

/**
 * The decisions that can be made about a unit. A rejected one cannot have been delivered; one that the supplier has
 * accepted is not bought twice, nor one whose balance reading is due.
 */
export function answersFor(unit: Unit): UnitAction[] {
  return [
    ...(unit.state === 'rejected' || unit.state === 'held_back' ? [] : (['delivered'] as const)),
    ...(unit.state === 'sending' || unit.isAwaitingReading ? [] : (['retry_unit'] as const)),
    'refund',
  ]
}

export const asDecision = ({ ref, attempt }: Unit, answer: UnitAction): UnitDecision => ({
  unit: ref,
  attempt,
  answer,
})
