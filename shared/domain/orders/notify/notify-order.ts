import { earliest } from '../../../platform/due-tasks.ts'
import { raiseAlert } from '../../alerts/index.ts'
import type { Deps } from '../../deps.ts'
import { customerMessages, type OutgoingMessage, sendStarted, sentOf } from '../../notifications/index.ts'
import { pushMessages } from '../../push/index.ts'
import { recordInternally } from '../change/change-order.ts'
import { postEarnedPoints } from '../change/transition-points.ts'
import { readOrder } from '../model/find-order.ts'
import type { OrderDoc } from '../model/order-model.ts'
import { repairOriginalOrder } from '../redelivery/repair-original-order.ts'
import { dueTicketAlert, nextTicketAlertAt } from '../rules/ticket-rules.ts'
import { eventAt, nextNotificationAt, orderNotifications } from './order-notifications.ts'
import { recordNotifications, startNotifications } from './start-notifications.ts'
import { nextTicketNotificationAt, ticketNotifications } from './ticket-notifications.ts'

type NotifyDeps = Pick<Deps, 'mail' | 'sms' | 'push' | 'clock' | 'log' | 'env' | 'queues' | 'publisher'>

/** A concurrent update in the moment of the start is rare; several in a row mean a fault. */
const maxTries = 5

/**
 * Posts the points that a completion owes, and notifies the customer of an order's current status, once for
 * each status. An order that ends within seconds of its placement is notified by its end alone; one that is
 * still open after ten minutes is notified again. What could not be sent is retried: the order stores when.
 * @param about the order as committed when this task became due, or its id
 */
export async function notifyOrder(deps: NotifyDeps, about: string | OrderDoc, seq: number): Promise<void> {
  let order = ifDue(typeof about === 'string' ? await readOrder(about) : about, seq)
  if (order) await postEarnedPoints(order)
  for (let tries = 1; order; tries += 1) {
    if (await sendNotifications(deps, order)) return
    if (tries === maxTries) throw new Error('the order has changed at each start of its notifications')
    order = ifDue(await readOrder(order._id), seq)
  }
}

/** @returns false when the order has changed since it was read, and nothing was sent */
async function sendNotifications(deps: NotifyDeps, order: OrderDoc): Promise<boolean> {
  const now = deps.clock.now()
  const otherTimes = [
    nextNotificationAt(order, now),
    nextTicketNotificationAt(order, now),
    nextTicketAlertAt(order, now),
    await repairOriginalOrder(deps, order),
    await alertTicketDeadline(deps, order),
  ]
  const starts = await startNotifications(order, await messagesOf(deps, order, now), now)
  if (!starts) return false
  await sendStarted(deps, starts, async (results, all) => {
    const end = all && {
      due: { notify: earliest([...otherTimes, ...all.map((one) => sentOf(one).againAt)]) },
      ...(order.points?.isOwed && { set: { 'points.isOwed': false } }),
    }
    await recordNotifications(deps, order, { results, end })
  })
  return true
}

async function messagesOf(deps: NotifyDeps, order: OrderDoc, now: Date): Promise<OutgoingMessage[]> {
  const notifications = [
    ...orderNotifications(order, now),
    ...ticketNotifications(order, { now, env: deps.env }),
  ]
  const messages = notifications.map(async (notification) => {
    const about = { userId: String(order.userId), eventAt: eventAt(order, notification) }
    return [...customerMessages(deps, notification), ...(await pushMessages(deps, notification, about))]
  })
  return (await Promise.all(messages)).flat()
}

/** The order, if this task is still its current one. */
function ifDue(order: OrderDoc | undefined, seq: number): OrderDoc | undefined {
  return order && order.due.notify.seq === seq && order.due.notify.at !== null ? order : undefined
}

const retryMs = 60_000

/**
 * Raises the alert that a ticket's deadline approaches, and the one that it has passed, once each. The alert
 * comes before the mark, so that a crash in between only repeats it.
 * @returns when to try again, if the alert could not be raised
 */
async function alertTicketDeadline(
  deps: Pick<Deps, 'clock' | 'log' | 'queues'>,
  order: OrderDoc,
): Promise<Date | null> {
  const now = deps.clock.now()
  const due = dueTicketAlert(order, now)
  const { ticket } = order
  if (!due || !ticket) return null
  const isRaised = await raiseAlert(deps, {
    kind: due === 'ending' ? 'ticket_ending' : 'ticket_over',
    account: '',
    supplierItemId: order._id,
    name: order.item.name,
    detail: ticket.replyDueAt.toISOString(),
  })
  if (!isRaised) return new Date(now.getTime() + retryMs)
  await recordInternally(order, {
    guard: {
      'ticket.status': 'open',
      'ticket.alerted': ticket.alerted,
      'ticket.deadlineAt': ticket.deadlineAt,
    },
    set: { 'ticket.alerted': due },
  })
  return null
}
