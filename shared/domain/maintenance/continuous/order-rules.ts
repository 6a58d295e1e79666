import { isOpen } from '../../../contracts/order-status.ts'
import { foldOrder, type OrderDoc } from '../../orders/index.ts'

/** A rule that an order breaks, as a sentence that stays the same until it is fixed. */
export type Violation = { orderid: string; message: string }

/**
 * Pure. Broken rules of a single order: it equals its replayed history, no two of its units are the same supplier
 * order, no unit was sent without an attempt, and it has a due task or waits for a person.
 */
export function brokenRules(order: OrderDoc): string[] {
  return [
    ...foldOrder(order).map(
      ({ field, stored, folded }) => `${field} is ${stored}, but its history leads to ${folded}.`,
    ),
    ...sameAtSupplier(order),
    ...order.units
      .filter(({ state, attempt }) => attempt === 0 && (state === 'sending' || state === 'unknown'))
      .map(({ ref }) => `${ref} was sent without an attempt.`),
    ...(isStuck(order) ? ['It is open, and neither a time nor a person gets it on.'] : []),
  ]
}

function sameAtSupplier({ units }: OrderDoc): string[] {
  const ids = units.map(({ supplierOrderId }) => supplierOrderId).filter((id) => id !== '')
  return [...new Set(ids.filter((id, index) => ids.indexOf(id) !== index))].map(
    (id) => `Two of its units have the same supplier order ${id}.`,
  )
}

/**
 * A paid order for instant delivery without a due task, and not waiting for an incident, an admin or a pending
 * completion.
 */
function isStuck({ status, delivery, pendingReason, pendingCompletion, due }: OrderDoc): boolean {
  if (!isOpen(status) || status === 'Created' || delivery !== 'instant' || pendingCompletion) return false
  return due.fulfil.at === null && !(pendingReason?.needsAction || pendingReason?.kind === 'on_hold')
}
