import type { RedeliveryState } from '../../../contracts/order-redelivery.ts'
import type { IUnit } from '../../purchasing/index.ts'
import type { OrderDoc } from '../model/order-model.ts'
import type { OrderGuard } from '../model/order-update.ts'
import { isAtSupplier } from './open-units.ts'
import { isRevealed } from './vault-view.ts'

const standing: RedeliveryState[] = ['in_progress', 'arrived']

/** Whether it replaces another order and cost its customer nothing. */
export const isRedelivery = ({ redeliveryOf }: Pick<OrderDoc, 'redeliveryOf'>): boolean =>
  (redeliveryOf ?? '') !== ''

/** Whether it is a second delivery that counts as failed: the first order's price may go back, as after a refund. */
export const isCancelledRedelivery = (order: Pick<OrderDoc, 'status' | 'redeliveryOf'>): boolean =>
  order.status === 'Cancelled' && isRedelivery(order)

/** Whether it was sent again, and that has not failed: its price stays with us. */
export const isRedelivered = ({ redelivery }: Pick<OrderDoc, 'redelivery'>): boolean =>
  redelivery !== null && redelivery !== undefined && standing.includes(redelivery.state)

/** Whether this pack of it was, by its ref; what a person hands over goes with all. */
export const isUnitRedelivered = (order: Pick<OrderDoc, 'redelivery'>, ref: string): boolean => {
  const units = order.redelivery?.units ?? []
  return isRedelivered(order) && (units.length === 0 || units.includes(ref))
}

type Sent = Pick<OrderDoc, 'units' | 'partlyRefundedPaise' | 'redelivery'>

/** The paid units of it that were sent again, whatever became of that; all of them where none was chosen. */
export function redeliveredUnits(order: Sent): IUnit[] {
  const chosen = order.redelivery?.units ?? []
  const paid = paidUnits(order)
  return chosen.length === 0 ? paid : paid.filter(({ ref }) => chosen.includes(ref))
}

/** How many paid units were left with its customer when the others were sent again. */
export const unitsKept = (order: Sent): number =>
  order.redelivery ? paidUnits(order).length - redeliveredUnits(order).length : 0

/** Whether it failed, or was given up after all although its supplier says that it arrived. */
export const isFailedRedelivery = (order: Pick<OrderDoc, 'status' | 'redeliveryOf' | 'givenUpAt'>): boolean =>
  isCancelledRedelivery(order) || (isRedelivery(order) && Boolean(order.givenUpAt))

/**
 * Whether its customer holds some of what would be given back: they have opened a code, of it or of a second delivery
 * that failed, or units of that one arrived, or only some units were sent again.
 */
export const isPartlyDelivered = (order: Sent & Pick<OrderDoc, 'vault'>): boolean =>
  isRevealed(order) ||
  order.redelivery?.isRevealed === true ||
  (order.redelivery?.delivered ?? 0) > 0 ||
  unitsKept(order) > 0

/**
 * What must hold of whatever is refunded, whoever does it: somebody paid for it, and no second delivery stands in its
 * place. The database is asked, so that of a refund and a second delivery at once one happens.
 */
export const refundableGuard: OrderGuard = {
  redeliveryOf: { $in: ['', null as never] },
  'redelivery.state': { $not: { $in: standing } },
}

type Asked = Pick<OrderDoc, 'status' | 'redeliveryOf' | 'redelivery' | 'units'>

/** Pure. Why an order can't be sent again, as a sentence; empty where its own facts don't stand in the way. */
export function redeliveryBlocker(order: Asked): string {
  if (isRedelivery(order)) return 'It is a second delivery itself: decide on the first order.'
  if (order.redelivery) return 'It was sent again once before.'
  if (order.status !== 'Completed') return 'Only a completed order is sent again.'
  return order.units.some(isAtSupplier)
    ? 'The supplier has yet to say what became of a pack: it may still deliver it.'
    : ''
}

/** Pure. The units that were paid for: of an order of which a share went back, those that had arrived. */
export const paidUnits = ({
  units,
  partlyRefundedPaise,
}: Pick<OrderDoc, 'units' | 'partlyRefundedPaise'>): IUnit[] =>
  partlyRefundedPaise > 0 ? units.filter(({ state }) => state === 'delivered') : units
