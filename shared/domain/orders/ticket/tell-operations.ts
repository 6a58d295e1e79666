import type { Deps } from '../../deps.ts'
import { raiseAlarm } from '../../supply/index.ts'
import { putOffWork } from '../change/change-order.ts'
import type { OrderDoc } from '../order-model.ts'
import { alarmDue } from './talk-rules.ts'

/**
 * Tells operations once that a report nears its end, and once that it is over without an ending: as with suppliers'
 * balances, before it is noted, so that who dies in between leaves it to be told by the next.
 */
export async function tellOperations(
  deps: Pick<Deps, 'clock' | 'log' | 'queues'>,
  order: OrderDoc,
): Promise<void> {
  const due = alarmDue(order, deps.clock.now())
  const { ticket } = order
  if (!due || !ticket) return
  await raiseAlarm(deps, {
    kind: due === 'ending' ? 'ticket_ending' : 'ticket_over',
    ...{ account: '', supplierItemId: order._id, name: order.item.name },
    detail: ticket.answerBy.toISOString(),
  })
  await putOffWork(deps, order, {
    guard: { 'ticket.status': 'open', 'ticket.told': ticket.told, 'ticket.endsAt': ticket.endsAt },
    set: { 'ticket.told': due },
  })
}
