import { earliest } from '../../../platform/due-tasks.ts'
import type { Deps } from '../../deps.ts'
import { type Notification, notifyCustomer } from '../../notifications/index.ts'
import { sendPush } from '../../push/index.ts'
import { rescheduleTask } from '../change/change-order.ts'
import type { OrderDoc } from '../order-model.ts'
import { repairOriginalOrder } from '../redelivery/settle-first.ts'
import { nextTicketAlertAt } from '../ticket/talk-rules.ts'
import { alertTicketDeadline } from '../ticket/tell-operations.ts'
import { readOrder } from '../views/read-order.ts'
import { eventAt } from './happened-at.ts'
import { nextNotificationAt, orderNotifications } from './order-notices.ts'
import { nextTicketNotificationAt, ticketNotifications } from './ticket-notices.ts'

type NotifyDeps = Pick<Deps, 'mail' | 'sms' | 'push' | 'clock' | 'log' | 'env' | 'queues' | 'publisher'>

/**
 * Tells the customer what an order's present status means, once for each. An order that ended within seconds of
 * being placed is told by its end alone; one that is still open later is told of again. What could not be sent
 * comes back later: the order itself remembers when.
 * @param about the order as it was committed when this became due, just now; or its id, by which it is read
 */
export async function notifyOrder(deps: NotifyDeps, about: string | OrderDoc, seq: number): Promise<void> {
  const order = dueNow(typeof about === 'string' ? await readOrder(about) : about, seq)
  if (!order) return
  const now = deps.clock.now()
  const again: (Date | null | undefined)[] = [
    nextNotificationAt(order, now),
    nextTicketNotificationAt(order, now),
    nextTicketAlertAt(order, now),
    await repairOriginalOrder(deps, order),
  ]
  again.push(await alertTicketDeadline(deps, order))
  for (const notification of notificationsOf(deps, order)) {
    const reread = () => asItIsNow(deps, order._id, notification)
    const about = { userId: String(order.userId), eventAt: eventAt(order, notification), reread }
    const [pushAgainAt, { againAt }] = await Promise.all([
      sendPush(deps, notification, about),
      notifyCustomer(deps, notification, reread),
    ])
    again.push(againAt, pushAgainAt)
  }
  await rescheduleTask(deps, order, {
    guard: { 'due.notify.seq': order.due.notify.seq },
    due: { notify: earliest(again) },
  })
}

function notificationsOf({ clock, env }: NotifyDeps, order: OrderDoc): Notification[] {
  const now = clock.now()
  return [...orderNotifications(order, now), ...ticketNotifications(order, { now, env })]
}

/** Undefined when newer work is due, or none. */
function dueNow(order: OrderDoc | undefined, seq: number): OrderDoc | undefined {
  return order && order.due.notify.seq === seq && order.due.notify.at !== null ? order : undefined
}

/** By what the order says, not by whose turn it is: a twin of this job may have raised the `seq` meanwhile. */
async function asItIsNow(deps: NotifyDeps, orderId: string, notification: Notification): Promise<Notification | undefined> {
  const order = await readOrder(orderId)
  const now = order ? notificationsOf(deps, order) : []
  return now.find((one) => one.kind === notification.kind && one.dedupeKey === notification.dedupeKey)
}
