import type { JobDefinition } from '../../platform/queues.ts'
import type { Deps } from '../deps.ts'
import type { OrderDoc } from './order-model.ts'

/** Look whether an order's money came. */
export const checkOrderPayment = {
  queue: 'payments',
  name: 'order.check-payment',
} as const satisfies JobDefinition
/** Buy an order's units from the supplier, or ask what became of them. */
export const fulfilOrderJob = { queue: 'fulfilment', name: 'order.fulfil' } as const satisfies JobDefinition
/** Tell the customer what happened to an order. */
export const notifyOrderJob = {
  queue: 'notifications',
  name: 'order.notify',
} as const satisfies JobDefinition

/** Queues the work an order's change made due. `before` tells what was queued already. */
export async function queueDueWork(
  deps: Pick<Deps, 'queues'>,
  order: OrderDoc,
  before?: OrderDoc,
): Promise<void> {
  const lanes = [
    { job: checkOrderPayment, lane: order.due.payment, was: before?.due.payment },
    { job: fulfilOrderJob, lane: order.due.fulfil, was: before?.due.fulfil },
    { job: notifyOrderJob, lane: order.due.notify, was: before?.due.notify },
  ]
  await Promise.all(
    lanes.map(({ job, lane, was }) =>
      lane.at && lane.seq !== was?.seq
        ? deps.queues.enqueue(job, order._id, { at: lane.at, seq: lane.seq })
        : undefined,
    ),
  )
}
