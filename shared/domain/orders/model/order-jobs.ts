import { supplierNameFor } from '../../../contracts/api-types.ts'
import { type JobDefinition, supplierQueueOf } from '../../../platform/job-definition.ts'
import type { OrderDoc } from './order-model.ts'

/** Check at the gateway whether an order's payment has arrived. */
export const checkOrderPayment = {
  queue: 'payments',
  name: 'order.check-payment',
} as const satisfies JobDefinition
/** Buy an order's units or look them up, in the queue of the supplier account. */
export const fulfilOrderName = 'order.fulfil'
export function fulfilOrderJob(order: { item: Pick<OrderDoc['item'], 'apiType'> }): JobDefinition {
  return { queue: supplierQueueOf(supplierNameFor(order.item.apiType) ?? 'MOOGOLD'), name: fulfilOrderName }
}
/** Carry out a pending completion. */
export const completeOrderJob = {
  queue: 'payments',
  name: 'order.complete',
} as const satisfies JobDefinition
/** Notify the customer of an order's status. */
export const notifyOrderJob = {
  queue: 'notifications',
  name: 'order.notify',
} as const satisfies JobDefinition
