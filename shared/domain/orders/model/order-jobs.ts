import { supplierNameFor } from '../../../contracts/api-types.ts'
import { type JobDefinition, supplierQueueOf } from '../../../platform/job-definition.ts'
import type { OrderDoc } from './order-model.ts'

/** Look whether an order's money came. */
export const checkOrderPayment = {
  queue: 'payments',
  name: 'order.check-payment',
} as const satisfies JobDefinition
/** Buy an order's units from the supplier, or ask what became of them: in the line of its account. */
export const fulfilOrderName = 'order.fulfil'
export function fulfilOrderJob(order: { item: Pick<OrderDoc['item'], 'apiType'> }): JobDefinition {
  return { queue: supplierQueueOf(supplierNameFor(order.item.apiType) ?? 'MOOGOLD'), name: fulfilOrderName }
}
/** Carry out a completion that could be taken back until now. */
export const completeOrderJob = {
  queue: 'payments',
  name: 'order.complete',
} as const satisfies JobDefinition
/** Tell the customer what happened to an order. */
export const notifyOrderJob = {
  queue: 'notifications',
  name: 'order.notify',
} as const satisfies JobDefinition
