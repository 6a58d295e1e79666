import { earliest } from '../../../platform/due-tasks.ts'
import { raiseAlert } from '../../alerts/index.ts'
import type { Deps } from '../../deps.ts'
import { type Notification, notifyCustomer } from '../../notifications/index.ts'
import { sendPush } from '../../push/index.ts'
import { rescheduleTask } from '../change/change-order.ts'
import { postEarnedPoints } from '../change/transition-points.ts'
import { readOrder } from '../model/find-order.ts'
import type { OrderDoc } from '../model/order-model.ts'
import { repairOriginalOrder } from '../redelivery/repair-original-order.ts'
import { dueTicketAlert, nextTicketAlertAt } from '../rules/ticket-rules.ts'
import { eventAt, nextNotificationAt, orderNotifications } from './order-notifications.ts'
import { nextTicketNotificationAt, ticketNotifications } from './ticket-notifications.ts'

type NotifyDeps = Pick<Deps, 'mail' | 'sms' | 'push' | 'clock' | 'log' | 'env' | 'queues' | 'publisher'>

/**
 * Posts the points that a completion owes, and notifies the customer of an order's current status, once for each
 * status. An order that ends within seconds
 * of its placement is notified by its end alone; one that is still open after ten minutes is notified again.
 * What could not be sent is retried: the order stores when.
 * @param about the order as committed when this task became due, or its id
 */
export async function notifyOrder(deps: NotifyDeps, about: string | OrderDoc, seq: number): Promise<void> {
  const order = ifDue(typeof about === 'string' ? await readOrder(about) : about, seq)
  if (!order) return
  await postEarnedPoints(order)
  const now = deps.clock.now()
  const retryTimes: (Date | null | undefined)[] = [
    nextNotificationAt(order, now),
    nextTicketNotificationAt(order, now),
    nextTicketAlertAt(order, now),
    await repairOriginalOrder(deps, order),
  ]
  retryTimes.push(await alertTicketDeadline(deps, order))
  for (const notification of notificationsOf(deps, order)) {
    const reread = () => currentNotification(deps, order._id, notification)
    const about = { userId: String(order.userId), eventAt: eventAt(order, notification), reread }
    const [pushAgainAt, { againAt }] = await Promise.all([
      sendPush(deps, notification, about),
      notifyCustomer(deps, notification, reread),
    ])
    retryTimes.push(againAt, pushAgainAt)
  }
  await rescheduleTask(deps, order, {
    guard: { 'due.notify.seq': order.due.notify.seq },
    ...(order.points?.isOwed && { set: { 'points.isOwed': false } }),
    due: { notify: earliest(retryTimes) },
  })
}

function notificationsOf({ clock, env }: NotifyDeps, order: OrderDoc): Notification[] {
  const now = clock.now()
  return [...orderNotifications(order, now), ...ticketNotifications(order, { now, env })]
}

/** The order, if this task is still its current one. */
function ifDue(order: OrderDoc | undefined, seq: number): OrderDoc | undefined {
  return order && order.due.notify.seq === seq && order.due.notify.at !== null ? order : undefined
}

/**
 * Re-reads what the order says now; the `seq` is not compared, because a duplicate of this job may have
 * incremented it.
 */
async function currentNotification(
  deps: NotifyDeps,
  orderId: string,
  notification: Notification,
): Promise<Notification | undefined> {
  const order = await readOrder(orderId)
  const notifications = order ? notificationsOf(deps, order) : []
  return notifications.find(
    (other) => other.kind === notification.kind && other.dedupeKey === notification.dedupeKey,
  )
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
  await rescheduleTask(deps, order, {
    guard: {
      'ticket.status': 'open',
      'ticket.alerted': ticket.alerted,
      'ticket.deadlineAt': ticket.deadlineAt,
    },
    set: { 'ticket.alerted': due },
  })
  return null
}
