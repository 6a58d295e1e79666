import { isOpen } from '../../../contracts/order-status.ts'
import { foldOrder, type OrderDoc } from '../../orders/index.ts'

/** One rule that an order breaks, as a sentence that stays the same while it does. */
export type Violation = { orderid: string; told: string }

/**
 * Pure. The rules that one order must keep by itself: it is what its history leads to, no two of its units are the same
 * order at the supplier, none was bought without an attempt, and it waits for a time or for a person.
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
    ...(isForgotten(order) ? ['It is open, and neither a time nor a person gets it on.'] : []),
  ]
}

function sameAtSupplier({ units }: OrderDoc): string[] {
  const ids = units.map(({ supplierOrderId }) => supplierOrderId).filter((id) => id !== '')
  return [...new Set(ids.filter((id, index) => ids.indexOf(id) !== index))].map(
    (id) => `Two of its packs are the supplier’s order ${id}.`,
  )
}

/** Paid for, to be bought, and with nothing due. What an incident holds, a person has, or a person closes waits for them. */
function isForgotten({ status, delivery, pendingReason, pendingCompletion, due }: OrderDoc): boolean {
  if (!isOpen(status) || status === 'Created' || delivery !== 'instant' || pendingCompletion) return false
  return due.fulfil.at === null && !(pendingReason?.needsAction || pendingReason?.kind === 'on_hold')
}
