import type { Order } from '@jhatpat/shared/contracts/orders.ts'
import { clockTime } from '@jhatpat/shared/ui/format/ist-time.ts'
import { notWithUs, willShow } from '../../lib/not-with-us.ts'
import { findStep, rupeesText } from './order-news.ts'

export type Tone = 'ok' | 'warn' | 'bad' | 'dim'
export type MoneyLine = { who: string; text: string; tone: Tone }

/** "Where is my money?" in one sentence with a place, from what the order's page knows. */
export function moneyAnswer(order: Order): string {
  const amount = rupeesText(order.value)
  const endAt = clockTime(order.timeline.at(-1)?.at ?? order.updatedAt)
  switch (order.status) {
    case 'Created':
      if (order.paymentIsChecked)
        return 'Money has come that may be yours. Our team asks the bank whose it is; please do not pay again.'
      return `${notWithUs} ${willShow(amount)}`
    case 'Processing': {
      const arrived = someArrived(order)
      return arrived
        ? `With us. ${amount} is held for this order: ${arrived} arrived, and you get the rest, or its share in your wallet.`
        : `With us. ${amount} is held for this order: you get ${order.itemname}, or the money in your wallet.`
    }
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

/** `1 of 2 packs`, of a bundle that is not whole. */
function someArrived({ units: { delivered, total } }: Order): string | undefined {
  return delivered > 0 && delivered < total ? `${delivered} of ${total} packs` : undefined
}

/** The same from three sides, each with its own time. */
export function moneyLines(order: Order): MoneyLine[] {
  return [bankLine(order), booksLine(order), supplierLine(order)]
}

function bankLine(order: Order): MoneyLine {
  const paid = findStep(order, 'paid') ?? findStep(order, 'credited')
  if (order.paymentmode === 'wallet') {
    return { who: 'Bank', tone: 'dim', text: 'Not asked: this was paid from your wallet' }
  }
  if (paid) {
    const text = `${rupeesText(paid.amount ?? order.value)} received at ${clockTime(paid.at, { seconds: true })}`
    return { who: 'Bank', tone: 'ok', text }
  }
  if (order.paymentIsChecked) return { who: 'Bank', tone: 'warn', text: 'Told of money that we check first' }
  return order.status === 'Created'
    ? { who: 'Bank', tone: 'warn', text: 'No answer yet' }
    : { who: 'Bank', tone: 'bad', text: 'No payment came' }
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

function supplierLine(order: Order): MoneyLine {
  const who = order.delivery === 'by_hand' ? 'Our team' : 'Supplier'
  const done = findStep(order, 'completed')
  const arrived = someArrived(order)
  if (done) {
    const what = arrived ? `${arrived} delivered` : 'Delivered'
    return { who, tone: 'ok', text: `${what} at ${clockTime(done.at, { seconds: true })}` }
  }
  if (arrived) return { who, tone: 'warn', text: `${arrived} delivered` }
  if (order.status === 'Created') return { who, tone: 'dim', text: 'Not asked before the payment is certain' }
  if (findStep(order, 'unit_refused')) return { who, tone: 'bad', text: 'Refused, nothing was bought' }
  if (findStep(order, 'outcome_unknown')) {
    return { who, tone: 'warn', text: 'Gave no clear answer; a person is finding out' }
  }
  if (findStep(order, 'waiting_supplier')) {
    return { who, tone: 'warn', text: 'Does not answer just now; nothing bought yet' }
  }
  if (findStep(order, 'supplier_holds')) {
    return { who, tone: 'warn', text: 'Holds the order; our team talks to it' }
  }
  if (order.status === 'Processing') return { who, tone: 'warn', text: 'Has the order, not delivered yet' }
  return { who, tone: 'dim', text: 'Nothing was bought' }
}
