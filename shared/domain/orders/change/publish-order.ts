import { rooms } from '../../../contracts/realtime.ts'
import { noTask, type Task } from '../../../platform/due-tasks.ts'
import type { Deps } from '../../deps.ts'
import { publishWallets, type UpdatedWallets } from '../../wallet/index.ts'
import { checkOrderPayment, completeOrderJob, fulfilOrderJob, notifyOrderJob } from '../model/order-jobs.ts'
import type { OrderDoc } from '../model/order-model.ts'
import { isAwaitingAnswer } from '../rules/open-units.ts'
import { boardView } from '../views/board-view.ts'
import { orderView } from '../views/order-view.ts'
import { logOrderSteps } from './log-order-steps.ts'

/**
 * Publishes an order's change to its page, to the board and, with a ticket, to the ticket queue. Call it
 * after the commit.
 * @param by the admin who caused it, for the boards on which the row disappears
 */
function publishOrderEvents(deps: Pick<Deps, 'publisher' | 'clock'>, order: OrderDoc, by = ''): void {
  deps.publisher.publish(rooms.order(order._id), 'order.updated', () => orderView(order))
  if (order.ticket) {
    const { _id: orderid, revision } = order
    deps.publisher.publish(rooms.tickets(), 'ticket.updated', { orderid, revision })
  }
  if (order.status === 'Processing') {
    deps.publisher.publish(rooms.board(), 'board.order_updated', () => boardView(order, deps.clock.now()))
    return
  }
  if (order.processingAt) {
    const { _id: orderid, revision, status } = order
    deps.publisher.publish(rooms.board(), 'board.order_removed', { orderid, revision, status, by })
  }
}

/**
 * Enqueues the tasks that a change made due; those of `before` were enqueued already. The notification that
 * an order was placed is not enqueued while fulfilment runs before it: mostly the order ends first, and its
 * end is notified instead.
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

/**
 * Whether fulfilment acts before that time or awaits an answer: its result enqueues the notification if it is
 * still due.
 */
const isDecidedBefore = ({ due, units }: OrderDoc, then: Date | null): boolean =>
  due.fulfil.at !== null && ((then !== null && due.fulfil.at <= then) || units.some(isAwaitingAnswer))

/**
 * Whether the notification that is due is the one for a placed instant order. In a long queue the sweeper
 * enqueues it.
 */
export const isPlacedNotification = ({
  status,
  delivery,
  due,
}: Pick<OrderDoc, 'status' | 'delivery' | 'due'>) =>
  status === 'Processing' && delivery === 'instant' && due.notify.seq === 1

export type PublishDeps = Pick<Deps, 'clock' | 'queues' | 'publisher' | 'log'>

/**
 * An order after a change. The tasks of `before` were enqueued already; `by` is the actor; `moved` are the
 * changed wallets.
 */
type OrderPublication = {
  after: OrderDoc
  before?: OrderDoc
  by?: string
  moved?: UpdatedWallets | undefined
}

/**
 * Publishes an order and enqueues the tasks that a change made due, without awaiting the queue. Call it after
 * the commit.
 */
export async function publishOrder(
  deps: PublishDeps,
  { after, before, by, moved }: OrderPublication,
): Promise<void> {
  publishOrderEvents(deps, after, by)
  logOrderSteps(deps.log, after, before)
  if (moved) publishWallets(deps, moved)
  // Lets the publisher send first: preparing the tasks takes as long.
  await Promise.resolve()
  await enqueueDueTasks(deps, after, before)
}
