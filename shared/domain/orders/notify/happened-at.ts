import type { Notice } from '../../notifications/index.ts'
import { endOf } from '../change/order-end.ts'
import type { OrderDoc } from '../order-model.ts'

/** When what a notice tells of an order happened: its end, or the payment that the notice is about. */
export function happenedAt(order: OrderDoc, { kind, occasion }: Pick<Notice, 'kind' | 'occasion'>): Date {
  if (kind === 'order_codes_added') return codesAddedAt(order) ?? order.updatedAt
  const capture = order.payment?.captures.find(({ gatewayId }) => gatewayId === occasion)
  const doubt = order.payment?.doubts.find(({ id }) => id === occasion)
  return capture?.at ?? doubt?.closed?.at ?? endOf(order)?.at ?? order.createdAt
}

/** When an admin added to a delivery what its customer reads. */
export const codesAddedAt = ({ staffActions = [] }: Pick<OrderDoc, 'staffActions'>): Date | undefined =>
  staffActions.findLast(({ action }) => action === 'add_codes')?.at
