import type { RedeliveryState } from '../../../contracts/order-redelivery.ts'
import type { IUnit } from '../../purchasing/index.ts'
import type { OrderDoc } from '../model/order-model.ts'
import type { OrderGuard } from '../model/order-update.ts'
import { isAtSupplier } from './open-units.ts'
import { isRevealed } from './vault-view.ts'

const blockingStates: RedeliveryState[] = ['in_progress', 'arrived']

/** Whether the order is a free redelivery of another one. */
export const isRedelivery = ({ redeliveryOf }: Pick<OrderDoc, 'redeliveryOf'>): boolean =>
  (redeliveryOf ?? '') !== ''

/** Whether it is a failed redelivery: the original order can then be refunded. */
export const isCancelledRedelivery = (order: Pick<OrderDoc, 'status' | 'redeliveryOf'>): boolean =>
  order.status === 'Cancelled' && isRedelivery(order)

/** Whether it was redelivered and the redelivery has not failed: it cannot be refunded. */
export const isRedelivered = ({ redelivery }: Pick<OrderDoc, 'redelivery'>): boolean =>
  redelivery !== null && redelivery !== undefined && blockingStates.includes(redelivery.state)

/** Whether the unit was redelivered, by its ref; a manual redelivery includes all units. */
export const isUnitRedelivered = (order: Pick<OrderDoc, 'redelivery'>, ref: string): boolean => {
  const units = order.redelivery?.units ?? []
  return isRedelivered(order) && (units.length === 0 || units.includes(ref))
}

type RedeliveredOrder = Pick<OrderDoc, 'units' | 'partlyRefundedPaise' | 'redelivery'>

/** The paid units that were redelivered, with any result; all of them if none was selected. */
export function redeliveredUnits(order: RedeliveredOrder): IUnit[] {
  const chosen = order.redelivery?.units ?? []
  const paid = paidUnits(order)
  return chosen.length === 0 ? paid : paid.filter(({ ref }) => chosen.includes(ref))
}

/** The number of paid units that were not redelivered. */
export const unitsKept = (order: RedeliveredOrder): number =>
  order.redelivery ? paidUnits(order).length - redeliveredUnits(order).length : 0

/** Whether the redelivery failed, or an admin gave it up although its supplier reports a delivery. */
export const isFailedRedelivery = (order: Pick<OrderDoc, 'status' | 'redeliveryOf' | 'givenUpAt'>): boolean =>
  isCancelledRedelivery(order) || (isRedelivery(order) && Boolean(order.givenUpAt))

/**
 * Whether the customer keeps some of what would be refunded: a code was revealed, of the order or of its
 * failed redelivery, units of that one arrived, or only some units were redelivered.
 */
export const isPartlyDelivered = (order: RedeliveredOrder & Pick<OrderDoc, 'vault'>): boolean =>
  isRevealed(order) ||
  order.redelivery?.isRevealed === true ||
  (order.redelivery?.delivered ?? 0) > 0 ||
  unitsKept(order) > 0

/**
 * The condition of every refund: the order was paid for, and it was not redelivered. As a guard of the write,
 * so that of a concurrent refund and redelivery only one succeeds.
 */
export const refundableGuard: OrderGuard = {
  redeliveryOf: { $in: ['', null as never] },
  'redelivery.state': { $not: { $in: blockingStates } },
}

type BlockerFacts = Pick<OrderDoc, 'status' | 'redeliveryOf' | 'redelivery' | 'units' | 'clearedAt'>

/** Pure. Why the order cannot be redelivered, as a sentence; empty if its own fields allow it. */
export function redeliveryBlocker(order: BlockerFacts): string {
  if (isRedelivery(order)) return 'This is a replacement. Use the original order.'
  if (order.redelivery) return 'It was already resent once.'
  if (order.clearedAt) return 'Its player was erased, so there’s no account to resend to. Refund it instead.'
  if (order.status !== 'Completed') return 'Only a completed order can be resent.'
  return order.units.some(isAtSupplier)
    ? 'The supplier hasn’t confirmed a unit; it may still be delivered.'
    : ''
}

/** Pure. The units that were paid for: after a partial refund, the delivered ones. */
export const paidUnits = ({
  units,
  partlyRefundedPaise,
}: Pick<OrderDoc, 'units' | 'partlyRefundedPaise'>): IUnit[] =>
  partlyRefundedPaise > 0 ? units.filter(({ state }) => state === 'delivered') : units
