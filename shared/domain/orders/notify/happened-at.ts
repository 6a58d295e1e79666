import type { Notification } from '../../notifications/index.ts'
import { endOf } from '../change/order-end.ts'
import type { OrderDoc } from '../order-model.ts'

/** When what a notification tells of an order happened: its end, or the payment that the notification is about. */
export function eventAt(order: OrderDoc, { kind, dedupeKey }: Pick<Notification, 'kind' | 'dedupeKey'>): Date {
  if (kind === 'order_codes_added') return codesAddedAt(order) ?? order.updatedAt
  const capture = order.payment?.captures.find(({ gatewayId }) => gatewayId === dedupeKey)
  const discrepancy = order.payment?.discrepancies.find(({ id }) => id === dedupeKey)
  return capture?.at ?? discrepancy?.resolution?.at ?? endOf(order)?.at ?? order.createdAt
}

/** When an admin added to a delivery what its customer reads. */
export const codesAddedAt = ({ staffActions = [] }: Pick<OrderDoc, 'staffActions'>): Date | undefined =>
  staffActions.findLast(({ action }) => action === 'add_codes')?.at
