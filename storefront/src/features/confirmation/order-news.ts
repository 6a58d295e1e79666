import { formatPaise, formatRupees } from '@jhatpat/shared/contracts/money.ts'
import { promiseMinutes } from '@jhatpat/shared/contracts/order-status.ts'
import type { Order } from '@jhatpat/shared/contracts/orders.ts'
import { clockTime, spanText } from '@jhatpat/shared/ui/format/ist-time.ts'
import { rupeesToPaise } from '@jhatpat/shared/ui/format/rupees.ts'
import { type ShownState, stateOf } from '../../lib/order-state.ts'
import { texts } from './texts.ts'

export type OrderNews = {
  /** The specification's text over the heading, where the heading has later news. */
  above?: string
  title: string
  text: string
}

/** What is true about an order now, in the words of its page: what happened, what is next and by when. */
export function orderNews(order: Order, now: number): OrderNews {
  switch (order.status) {
    case 'Created':
      return stateOf(order).waitsFor === 'payment_check'
        ? checkedNews
        : { title: texts.confirming, text: texts.stay }
    case 'Processing':
      return processingNews(order, now)
    case 'Completed':
      return completedNews(order)
    case 'Refunded':
      return refundedNews(order)
    case 'Failed':
      return failedNews(order)
    case 'Cancelled':
      return {
        title: 'This order is closed',
        text: `Closed by our team: ${withStop(order.reason || texts.noReason)} Your ${rupeesText(order.value)} was not given back, and nothing more happens by itself.`,
      }
    default:
      return order.status satisfies never
  }
}

const checkedNews: OrderNews = {
  title: 'We are checking your payment',
  text: 'Money has come that may be yours, and our team looks at it. You get what you bought, or the money in your wallet.',
}

export function rupeesText(rupees: number): string {
  return formatRupees(rupees)
}

function processingNews(order: Order, now: number): OrderNews {
  const { until, units, waitsFor } = stateOf(order)
  const by = until ? clockTime(until) : ''
  if (until !== undefined && Date.parse(until) < now) {
    return {
      above: texts.placed,
      title: 'This is taking longer than promised',
      text: `${promiseMinutes} minutes passed at ${by}. ${whereabouts[waitsFor]}. It stays open until you have it, or your money is in your wallet; we write to you either way.`,
    }
  }
  const { total, delivered } = units
  if (delivered > 0 && delivered < total) {
    return {
      title: texts.placed,
      text: `${delivered} of ${total} packs arrived. The rest is promised by ${by}.`,
    }
  }
  return { title: texts.placed, text: `${whereabouts[waitsFor]}. It is promised by ${by}.` }
}

const whereabouts: Record<ShownState['waitsFor'], string> = {
  payment: 'We have your order',
  payment_check: 'We have your order',
  line: 'Your order is next in line for the supplier',
  supplier_answer: 'Your order is on its way to the supplier, which has not answered yet',
  supplier_confirms: 'The supplier has your order',
  supplier_unclear: 'The supplier gave no clear answer, and we are finding out what it did',
  supplier_paused: 'Your order waits for the supplier to come back',
  supplier_refuses: 'The supplier does not take your order at the moment, and we offer it again',
  supplier_holds: 'The supplier asks about the account, and our team is on it',
  person: 'Our team looks into your order',
  by_hand: 'Our team has your order',
  nothing: 'We have your order',
  untold: 'We have your order',
}

function completedNews(order: Order): OrderNews {
  const { units, share, paid, deliveredAt = order.updatedAt } = stateOf(order)
  const second = secondText(rupeesToPaise(order.credited) - rupeesToPaise(share))
  if (share > 0) {
    return {
      above: texts.placed,
      title: `${units.delivered} of ${units.total} packs arrived`,
      text: `${rupeesText(share)} for the rest is in your wallet.${second}`,
    }
  }
  const tookMs = Date.parse(deliveredAt) - Date.parse(paid?.at ?? order.createdAt)
  const account = order.username ? `${order.username}’s account` : `account ${order.input1}`
  return {
    above: texts.placed,
    title: `Delivered in ${spanText(Math.max(1_000, tookMs))}`,
    text: `${order.itemname}: in ${account}.${second}`,
  }
}

const secondText = (paise: number) =>
  paise > 0 ? ` You paid twice: the second payment of ${formatPaise(paise)} is in your wallet.` : ''

function refundedNews(order: Order): OrderNews {
  const amount = rupeesText(order.credited || order.value)
  const other = otherSum(order)
  if (other) {
    const text = `${other}, so the order was not bought. You can use the money at once.`
    return { title: `${amount} is in your wallet`, text }
  }
  const why = order.reason ? `${withStop(order.reason)} ` : ''
  return { title: `${amount} is back in your wallet`, text: `${why}You can use the money at once.` }
}

/** `₹50 came instead of ₹345`, of an order whose payment did not fit. */
export function otherSum(order: Order): string | undefined {
  const { paid } = stateOf(order)
  if (!paid || paid.amount === order.value) return undefined
  return `${rupeesText(paid.amount)} came instead of ${rupeesText(order.value)}`
}

function failedNews(order: Order): OrderNews {
  if (order.credited > 0) {
    return {
      title: `${rupeesText(order.credited)} is in your wallet`,
      text: `${withStop(order.reason || 'The payment did not fit the order')} The order was not bought.`,
    }
  }
  const { endedAt: closedAt = order.updatedAt, declined } = stateOf(order)
  if (declined) {
    return {
      title: 'The payment was declined',
      text: `The payment provider told us so at ${clockTime(closedAt)}. Nothing was bought. If money left your account, it will be in your wallet.`,
    }
  }
  return {
    title: 'This order is closed',
    text: `No payment came by ${clockTime(closedAt)}, so the order is closed. If money left your account, it will be in your wallet.`,
  }
}

export function withStop(sentence: string): string {
  return /(^|[.!?])$/.test(sentence) ? sentence : `${sentence}.`
}
