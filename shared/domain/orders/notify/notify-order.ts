import { earliest } from '../../../platform/due.ts'
import type { Deps } from '../../deps.ts'
import { type Notice, notifyCustomer } from '../../notifications/index.ts'
import { pushNotice } from '../../push/index.ts'
import { putOffWork } from '../change/change-order.ts'
import type { OrderDoc } from '../order-model.ts'
import { repairOriginalOrder } from '../redelivery/settle-first.ts'
import { nextAlarmAt } from '../ticket/talk-rules.ts'
import { tellOperations } from '../ticket/tell-operations.ts'
import { readOrder } from '../views/read-order.ts'
import { happenedAt } from './happened-at.ts'
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
    nextAlarmAt(order, now),
    await repairOriginalOrder(deps, order),
  ]
  again.push(await tellOperations(deps, order))
  for (const notice of noticesOf(deps, order)) {
    const reread = () => asItIsNow(deps, order._id, notice)
    const about = { userId: String(order.userId), happenedAt: happenedAt(order, notice), reread }
    const [pushAgainAt, { againAt }] = await Promise.all([
      pushNotice(deps, notice, about),
      notifyCustomer(deps, notice, reread),
    ])
    again.push(againAt, pushAgainAt)
  }
  await putOffWork(deps, order, {
    guard: { 'due.notify.seq': order.due.notify.seq },
    due: { notify: earliest(again) },
  })
}

function noticesOf({ clock, env }: NotifyDeps, order: OrderDoc): Notice[] {
  const now = clock.now()
  return [...orderNotifications(order, now), ...ticketNotifications(order, { now, env })]
}

/** Undefined when newer work is due, or none. */
function dueNow(order: OrderDoc | undefined, seq: number): OrderDoc | undefined {
  return order && order.due.notify.seq === seq && order.due.notify.at !== null ? order : undefined
}

/** By what the order says, not by whose turn it is: a twin of this job may have raised the `seq` meanwhile. */
async function asItIsNow(deps: NotifyDeps, orderId: string, notice: Notice): Promise<Notice | undefined> {
  const order = await readOrder(orderId)
  const now = order ? noticesOf(deps, order) : []
  return now.find((one) => one.kind === notice.kind && one.occasion === notice.occasion)
}
