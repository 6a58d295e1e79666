import { noWork } from '../../../platform/due.ts'
import type { Deps } from '../../deps.ts'
import { checkOrderPayment, closeOrderJob, fulfilOrderJob, notifyOrderJob } from '../jobs.ts'
import type { OrderDoc } from '../order-model.ts'

/** Queues the work an order's change made due. `before` tells what was queued already. */
export async function queueDueWork(
  deps: Pick<Deps, 'queues'>,
  order: OrderDoc,
  before?: OrderDoc,
): Promise<void> {
  const lanes = [
    { job: checkOrderPayment, lane: order.due.payment, was: before?.due.payment },
    { job: fulfilOrderJob(order), lane: order.due.fulfil, was: before?.due.fulfil },
    { job: notifyOrderJob, lane: order.due.notify, was: before?.due.notify },
    // An order that a process of the release before has placed has no such lane.
    { job: closeOrderJob, lane: order.due.close ?? noWork(), was: before?.due.close },
  ]
  await Promise.all(
    lanes.map(({ job, lane, was }) =>
      lane.at && lane.seq !== was?.seq
        ? deps.queues.enqueue(job, order._id, { at: lane.at, seq: lane.seq })
        : undefined,
    ),
  )
}
