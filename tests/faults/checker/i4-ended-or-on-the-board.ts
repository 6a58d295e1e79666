import type { OrderDoc } from '@jhatpat/shared/domain/orders/index.ts'
import type { Rule } from './evidence.ts'

/** Reasons that need a person; with the others something still happens by itself, and soon. */
const waitsForPerson = new Set<string>(['manual', 'partly_delivered', 'supplier_review', 'task_failed'])

/** These too, once no task is due: until then a balance, a lookup or a retry may settle the order. */
const waitsForPersonAtLast = new Set<string>(['outcome_unknown', 'supplier_deferred'])

/** Where no unit is at a supplier, the refund that the customer asked for is still to be made. */
const refundable = new Set<string>(['partly_delivered', 'supplier_deferred'])

/** Maximum duration of an order's last payment check after its window has closed. */
const graceMs = 10_000

/** Whether nothing more will happen to an order by itself. */
export function isAtRest({
  status,
  pendingReason,
  due,
  lateOffer,
}: Pick<OrderDoc, 'status' | 'pendingReason' | 'due' | 'lateOffer'>): boolean {
  if (status !== 'Processing') return status !== 'Created'
  const kind = pendingReason?.kind ?? ''
  if (lateOffer?.choice === 'refund' && refundable.has(kind)) return false
  return waitsForPerson.has(kind) || (waitsForPersonAtLast.has(kind) && due.fulfil.at === null)
}

/** Every order has ended or waits on the board, with a reason and since when. */
export const endedOrOnTheBoard: Rule = ({ orders, at }) =>
  orders.flatMap((order) => {
    const say = (what: string) => [{ rule: 'I4' as const, about: order._id, what }]
    if (order.status === 'Created') {
      const overdue = at.getTime() - (order.payment?.payBefore.getTime() ?? 0)
      return overdue > graceMs ? say(`still Created ${Math.round(overdue / 1000)} s after its window`) : []
    }
    if (order.status !== 'Processing') return []
    if (!order.pendingReason?.kind || !order.pendingReason.since)
      return say('Processing without a reason or an age')
    return isAtRest(order)
      ? []
      : say(`still ${order.pendingReason.kind}: ${order.pendingReason.detail || 'no detail'}`)
  })
