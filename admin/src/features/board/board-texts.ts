import type { BoardOrder } from '@jhatpat/shared/contracts/admin.ts'
import { formatPaise, formatRupees } from '@jhatpat/shared/contracts/money.ts'
import { groupId } from '@jhatpat/shared/ui/format/ids.ts'
import { rupeesToPaise } from '@jhatpat/shared/ui/format/rupees.ts'
import { isActionAvailable, type TransitionTarget } from './transition-targets.ts'

export const noPendingOrders = 'No pending orders.'

/** The order's name in sentences: `1,000 Points for Vyom Shah`. */
export function nameOf(order: BoardOrder): string {
  return `${order.itemname} for ${customerOf(order)}`
}

export function customerOf({ customer }: BoardOrder): string {
  return customer.role === 'reseller' ? `${customer.name} (reseller)` : customer.name
}

/** The sum of the orders' prices without what has been refunded. */
export function rupeesOf(orders: readonly BoardOrder[]): string {
  return formatPaise(orders.reduce((sum, order) => sum + rupeesToPaise(order.refundable), 0))
}

export type OrderChoice = { to: TransitionTarget; key: string; cost: string }

/** The transitions that the server allows for an order, each with its consequence. */
export function actionsFor(order: BoardOrder): OrderChoice[] {
  const answers: OrderChoice[] = [
    { to: 'Completed', key: 'D', cost: 'The customer is notified after 5 seconds; until then you can undo' },
    { to: 'Refunded', key: 'R', cost: refundCost(order) },
    {
      to: 'Cancelled',
      key: 'X',
      cost: order.redeliveryOf ? givenUpCost(order.redeliveryOf) : 'Closes the order without a refund',
    },
  ]
  return answers.filter(({ to }) => isActionAvailable(order, to))
}

/** What giving up a redelivery does to it and to the original order, which keeps its payment. */
export const givenUpCost = (first: string): string =>
  `Marks as Cancelled. Ticket on ${groupId(first)} reopens, refund available.`

/** What requesting approval for a refund does. */
export const askCost = 'Above your limit. Needs approval before refunding'

/** The question of the reason form. */
export function questionOf(order: BoardOrder, to: TransitionTarget): string {
  switch (to) {
    case 'Completed':
      return `Mark ${nameOf(order)} as Completed?`
    case 'Refunded':
      return `Refund ${formatRupees(order.refundable)} to ${order.customer.name}’s wallet?`
    case 'Cancelled':
      return order.redeliveryOf
        ? `Cancel the replacement for ${nameOf(order)}?`
        : `Cancel ${nameOf(order)} without a refund?`
    default:
      return to satisfies never
  }
}

function refundCost({ refundable, units, customer }: BoardOrder): string {
  const fullRefund = `${formatRupees(refundable)} refunded to ${customer.name}’s wallet after 5 seconds`
  return units.delivered > 0 ? `${fullRefund}, including delivered units` : fullRefund
}
