import { promiseMinutes } from '@jhatpat/shared/contracts/order-status.ts'
import type { Order, TimelineEntry } from '@jhatpat/shared/contracts/orders.ts'
import { clockTime, spanText } from '@jhatpat/shared/ui/format/ist-time.ts'
import { formatPaise, rupeesToPaise } from '@jhatpat/shared/ui/format/rupees.ts'
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
      return order.paymentIsChecked ? checkedNews : { title: texts.confirming, text: texts.stay }
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
        text: `Closed by our team: ${order.reason || texts.noReason}`,
      }
    default:
      return order.status satisfies never
  }
}

const checkedNews: OrderNews = {
  title: 'We are checking your payment',
  text: 'Money has come that may be yours, and our team looks at it. You get what you bought, or the money in your wallet.',
}

export function isLate({ status, promisedBy }: Order, now: number): boolean {
  return status === 'Processing' && promisedBy !== undefined && Date.parse(promisedBy) < now
}

export function findStep(order: Order, step: TimelineEntry['step']): TimelineEntry | undefined {
  return order.timeline.find((entry) => entry.step === step)
}

export function rupeesText(rupees: number): string {
  return formatPaise(rupeesToPaise(rupees))
}

function processingNews(order: Order, now: number): OrderNews {
  const by = order.promisedBy ? clockTime(order.promisedBy) : ''
  if (isLate(order, now)) {
    return {
      above: texts.placed,
      title: 'This is taking longer than promised',
      text: `${promiseMinutes} minutes passed at ${by}. Our team has your order; you get it, or your money back.`,
    }
  }
  const { total, delivered } = order.units
  if (delivered > 0 && delivered < total) {
    return {
      title: texts.placed,
      text: `${delivered} of ${total} packs arrived. The rest is promised by ${by}.`,
    }
  }
  return { title: texts.placed, text: `${whereabouts(order)}. It is promised by ${by}.` }
}

function whereabouts({ delivery, timeline }: Order): string {
  if (delivery === 'by_hand') return 'Our team has your order'
  switch (timeline.at(-1)?.step) {
    case 'outcome_unknown':
      return 'The supplier gave no clear answer, and our team is finding out'
    case 'waiting_supplier':
      return 'Your order waits for the supplier to come back'
    case 'supplier_holds':
      return 'The supplier asks about the account, and our team is on it'
    default:
      return 'The supplier has your order'
  }
}

function completedNews(order: Order): OrderNews {
  const { total, delivered } = order.units
  const second = findStep(order, 'credited')?.amount
  if (delivered < total && order.credited > (second ?? 0)) return shareNews(order, second ?? 0)
  const paidAt = findStep(order, 'paid')?.at ?? order.createdAt
  const doneAt = findStep(order, 'completed')?.at ?? order.updatedAt
  const account = order.username ? `${order.username}’s account` : `account ${order.input1}`
  return {
    above: texts.placed,
    title: `Delivered in ${spanText(Math.max(1_000, Date.parse(doneAt) - Date.parse(paidAt)))}`,
    text: `${order.itemname}: in ${account}.${secondText(second)}`,
  }
}

function shareNews(order: Order, second: number): OrderNews {
  const share = rupeesText(order.credited - second)
  return {
    above: texts.placed,
    title: `${order.units.delivered} of ${order.units.total} packs arrived`,
    text: `${share} for the rest is in your wallet.${secondText(second || undefined)}`,
  }
}

const secondText = (amount: number | undefined) =>
  amount === undefined
    ? ''
    : ` You paid twice: the second payment of ${rupeesText(amount)} is in your wallet.`

function refundedNews(order: Order): OrderNews {
  const amount = rupeesText(order.credited || order.value)
  const why = order.reason ? `${withStop(order.reason)} ` : ''
  return { title: `${amount} is back in your wallet`, text: `${why}You can use the money at once.` }
}

function failedNews(order: Order): OrderNews {
  if (order.credited > 0) {
    return {
      title: `${rupeesText(order.credited)} is in your wallet`,
      text: `${withStop(order.reason || 'The payment did not fit the order')} The order was not bought.`,
    }
  }
  const closedAt = findStep(order, 'failed')?.at ?? order.updatedAt
  return {
    title: 'This order is closed',
    text: `No payment came by ${clockTime(closedAt)}, so the order is closed. If money left your account, it will be in your wallet.`,
  }
}

function withStop(sentence: string): string {
  return /[.!?]$/.test(sentence) ? sentence : `${sentence}.`
}
