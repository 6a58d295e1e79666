import type { Order } from '@jhatpat/shared/contracts/orders.ts'
import { clockTime } from '@jhatpat/shared/ui/format/ist-time.ts'
import { notWithUs, willShow } from '../../lib/not-with-us.ts'
import { stateOf } from '../../lib/order-state.ts'
import type { MoneyLine } from './money-line.ts'
import { rupeesText } from './order-news.ts'
import { supplierLine } from './supplier-line.ts'

/** "Where is my money?" in one sentence with a place. */
export function moneyAnswer(order: Order): string {
  const amount = rupeesText(order.value)
  const { endedAt, waitsFor, units } = stateOf(order)
  const endAt = clockTime(endedAt ?? order.updatedAt)
  switch (order.status) {
    case 'Created':
      if (waitsFor === 'payment_check')
        return 'Money has come that may be yours. Our team asks the bank whose it is; please do not pay again.'
      return `${notWithUs} ${willShow(amount)}`
    case 'Processing':
      return units.delivered > 0 && units.delivered < units.total
        ? `With us. ${amount} is held for this order: ${units.delivered} of ${units.total} packs arrived, and you get the rest, or its share in your wallet.`
        : `With us. ${amount} is held for this order: you get ${order.itemname}, or the money in your wallet.`
    case 'Completed':
      return order.credited > 0
        ? `${rupeesText(order.credited)} is in your wallet; the rest is spent on ${order.itemname}.`
        : `Spent on ${order.itemname}, delivered at ${endAt}.`
    case 'Refunded':
      return `In your wallet since ${endAt}.`
    case 'Failed':
      return order.credited > 0
        ? `In your wallet: ${rupeesText(order.credited)}.`
        : 'Not with us. If it left your account, it will be in your wallet.'
    case 'Cancelled':
      return 'Kept: our team closed this order without a refund.'
    default:
      return order.status satisfies never
  }
}

/** The same from three sides, each with its own time. */
export function moneyLines(order: Order): MoneyLine[] {
  return [bankLine(order), booksLine(order), supplierLine(order)]
}

function bankLine(order: Order): MoneyLine {
  const { declined, paid, waitsFor } = stateOf(order)
  if (order.paymentmode === 'wallet') {
    return { who: 'Bank', tone: 'dim', text: 'Not asked: this was paid from your wallet' }
  }
  if (paid) {
    const text = `${rupeesText(paid.amount)} received at ${clockTime(paid.at, { seconds: true })}`
    return { who: 'Bank', tone: 'ok', text }
  }
  if (waitsFor === 'payment_check') {
    return { who: 'Bank', tone: 'warn', text: 'Told of money that we check first' }
  }
  if (order.status === 'Created') return { who: 'Bank', tone: 'warn', text: 'No answer yet' }
  return order.status === 'Failed'
    ? { who: 'Bank', tone: 'bad', text: declined ? 'Declined the payment' : 'No payment came' }
    : { who: 'Bank', tone: 'ok', text: `${rupeesText(order.value)} received` }
}

function booksLine(order: Order): MoneyLine {
  const who = 'Our books'
  const amount = rupeesText(order.value)
  if (order.credited > 0) {
    return { who, tone: 'ok', text: `${rupeesText(order.credited)} moved to your wallet` }
  }
  if (order.status === 'Processing') return { who, tone: 'ok', text: `${amount} held for this order` }
  if (order.status === 'Completed') return { who, tone: 'ok', text: `${amount} spent on this order` }
  if (order.status === 'Cancelled') return { who, tone: 'bad', text: `${amount} kept, order closed` }
  return { who, tone: 'ok', text: 'Nothing taken so far' }
}
