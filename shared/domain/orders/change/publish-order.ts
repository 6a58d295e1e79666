import { rooms } from '../../../contracts/realtime.ts'
import { noTask, type Task } from '../../../platform/due-tasks.ts'
import type { Deps } from '../../deps.ts'
import { publishWallets, type UpdatedWallets } from '../../wallet/index.ts'
import { checkOrderPayment, completeOrderJob, fulfilOrderJob, notifyOrderJob } from '../model/order-jobs.ts'
import type { OrderDoc } from '../model/order-model.ts'
import { isAwaitingAnswer } from '../rules/open-units.ts'
import { boardView } from '../views/board-view.ts'
import { orderView } from '../views/order-view.ts'

/**
 * Shows an order's change on its page, on the board and, where it was reported, in the queue of reports. Called after the commit.
 * @param by who caused it, for the admins whose row disappears
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
export const isPlacedNotification = ({
  status,
  delivery,
  due,
}: Pick<OrderDoc, 'status' | 'delivery' | 'due'>) =>
  status === 'Processing' && delivery === 'instant' && due.notify.seq === 1

export type PublishDeps = Pick<Deps, 'clock' | 'queues' | 'publisher'>

/** An order after a change. `before` tells what was queued already; `by` who did it; `moved` which wallets did. */
type OrderPublication = {
  after: OrderDoc
  before?: OrderDoc
  by?: string
  moved?: UpdatedWallets | undefined
}

/** Shows an order to everyone who looks, and queues what a change made due: nobody waits for the queue. Called after the commit. */
export async function publishOrder(
  deps: PublishDeps,
  { after, before, by, moved }: OrderPublication,
): Promise<void> {
  publishOrderEvents(deps, after, by)
  if (moved) publishWallets(deps, moved)
  await enqueueDueTasks(deps, after, before)
}
