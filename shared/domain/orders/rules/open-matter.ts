import { isOpen } from '../../../contracts/order-status.ts'
import type { OrderDoc } from '../model/order-model.ts'

type Facts = Pick<
  OrderDoc,
  'status' | 'payment' | 'hasSupplierConflict' | 'units' | 'ticket' | 'redelivery' | 'due'
>

/** Pure. Whether something about the order has not ended, so that its customer and its player are still needed. */
export const hasOpenMatter = (order: Facts): boolean =>
  isOpen(order.status) ||
  Boolean(order.payment?.discrepancyAt) ||
  order.hasSupplierConflict ||
  order.units.some(({ isFollowedUp }) => isFollowedUp) ||
  order.ticket?.status === 'open' ||
  order.redelivery?.state === 'in_progress' ||
  orderTasks.some((task) => Boolean(order.due[task]?.at))

export const orderTasks = ['payment', 'fulfil', 'notify', 'completion'] as const
