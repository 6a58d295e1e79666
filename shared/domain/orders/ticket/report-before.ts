import { reportMs } from '../../../contracts/order-ticket.ts'
import { endOf } from '../change/order-end.ts'
import type { OrderDoc } from '../order-model.ts'

/** Until when a delivered order can be reported; undefined where it can't, or was. */
export function canReportUntil(order: OrderDoc): Date | undefined {
  const delivered = endOf(order)?.at
  if (order.status !== 'Completed' || order.ticket || order.givenUpAt || !delivered) return undefined
  return new Date(delivered.getTime() + reportMs)
}
