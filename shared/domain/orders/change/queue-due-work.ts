import { type Task, noTask } from '../../../platform/due-tasks.ts'
import type { Deps } from '../../deps.ts'
import { isAwaitingAnswer } from '../fulfil/watched-units.ts'
import { checkOrderPayment, completeOrderJob, fulfilOrderJob, notifyOrderJob } from '../jobs.ts'
import type { OrderDoc } from '../order-model.ts'

/**
 * Queues the work an order's change made due. `before` tells what was queued already. The word that an order was placed
 * is not queued as long as its fulfilment goes on before it: mostly that ends the order, and the end is what is told.
 */
export async function enqueueDueTasks(
  deps: Pick<Deps, 'queues'>,
  order: OrderDoc,
  before?: OrderDoc,
): Promise<void> {
  const tasks = [
    { job: checkOrderPayment, task: order.due.payment, was: before?.due.payment },
    { job: fulfilOrderJob(order), task: order.due.fulfil, was: before?.due.fulfil },
    { job: notifyOrderJob, task: notifyTaskOf(order), was: before && notifyTaskOf(before) },
    { job: completeOrderJob, task: order.due.completion, was: before?.due.completion },
  ]
  await Promise.all(
    tasks.map(({ job, task, was }) =>
      task.at && task.seq !== was?.seq
        ? deps.queues.enqueue(job, order._id, { at: task.at, seq: task.seq, document: order })
        : undefined,
    ),
  )
}

const notifyTaskOf = (order: OrderDoc): Task =>
  isPlacedNotification(order) && isDecidedBefore(order, order.due.notify.at) ? noTask() : order.due.notify

/** Whether its fulfilment has something to do before that moment, or waits for an answer: what comes of it looks again. */
const isDecidedBefore = ({ due, units }: OrderDoc, then: Date | null): boolean =>
  due.fulfil.at !== null && ((then !== null && due.fulfil.at <= then) || units.some(isAwaitingAnswer))

/**
 * Whether what an order owes its customer is the first word, that it was placed, of one that comes by itself. In a long
 * line it is the sweeper that brings it.
 */
export const isPlacedNotification = ({ status, delivery, due }: Pick<OrderDoc, 'status' | 'delivery' | 'due'>) =>
  status === 'Processing' && delivery === 'instant' && due.notify.seq === 1
