import { raiseAlert } from '../../alarms/index.ts'
import type { Deps } from '../../deps.ts'
import { rescheduleTask } from '../change/change-order.ts'
import type { OrderDoc } from '../order-model.ts'
import { dueTicketAlert } from './talk-rules.ts'

const againMs = 60_000

/**
 * Tells operations once that a report nears its end, and once that it is over without an ending: as with suppliers'
 * balances, before it is noted, so that who dies in between leaves it to be told by the next.
 * @returns when to try again, where the alarm could not be kept
 */
export async function alertTicketDeadline(
  deps: Pick<Deps, 'clock' | 'log' | 'queues'>,
  order: OrderDoc,
): Promise<Date | null> {
  const now = deps.clock.now()
  const due = dueTicketAlert(order, now)
  const { ticket } = order
  if (!due || !ticket) return null
  const isKept = await raiseAlert(deps, {
    kind: due === 'ending' ? 'ticket_ending' : 'ticket_over',
    ...{ account: '', supplierItemId: order._id, name: order.item.name },
    detail: ticket.replyDueAt.toISOString(),
  })
  if (!isKept) return new Date(now.getTime() + againMs)
  await rescheduleTask(deps, order, {
    guard: { 'ticket.status': 'open', 'ticket.alerted': ticket.alerted, 'ticket.deadlineAt': ticket.deadlineAt },
    set: { 'ticket.alerted': due },
  })
  return null
}
