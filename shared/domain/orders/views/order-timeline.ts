import { toRupees } from '../../../contracts/money.ts'
import { type TimelineEntry, timelineSteps } from '../../../contracts/order-timeline.ts'
import type { IUnit } from '../../fulfilment/index.ts'
import type { OrderDoc } from '../order-model.ts'
import { refundedPaise } from '../refund/refunded-paise.ts'

/** What happened to an order, oldest first, drawn from its payment, its units and its history. */
export function timelineOf(order: OrderDoc): TimelineEntry[] {
  const entries = [
    entry('ordered', order.createdAt),
    ...paymentEntries(order),
    ...order.units.flatMap(unitEntries),
    ...moveEntries(order),
    ...attentionEntries(order),
  ]
  return entries.sort((a, b) => a.at.localeCompare(b.at) || rank(a) - rank(b))
}

type Facts = Omit<TimelineEntry, 'step' | 'at'>

const entry = (step: TimelineEntry['step'], at: Date, facts: Facts = {}): TimelineEntry => ({
  step,
  at: at.toISOString(),
  ...facts,
})

function paymentEntries(order: OrderDoc): TimelineEntry[] {
  if (order.paymentmode === 'wallet') {
    return [
      entry('paid', order.createdAt, { amount: toRupees(order.pricePaise), reference: order.walletTxnId }),
    ]
  }
  const { captures = [], doubts = [] } = order.payment ?? {}
  const came = captures.map((capture) =>
    entry(capture.to === 'purchase' ? 'paid' : 'credited', capture.at, {
      amount: toRupees(capture.amountPaise),
      reference: capture.bankReference,
    }),
  )
  const checked = doubts.flatMap(({ closed, heldPaise, kind, told }) => {
    if (closed?.answer !== 'credit') return []
    const reference = kind === 'amount_changed' ? {} : { reference: told }
    return [entry('credited', closed.at, { amount: toRupees(heldPaise), ...reference })]
  })
  return [...came, ...checked]
}

function unitEntries(unit: IUnit): TimelineEntry[] {
  const sent = unit.sentAt ? [entry('sent', unit.sentAt)] : []
  if (!unit.answeredAt) return sent
  const facts = {
    ...(unit.supplierOrderId ? { reference: unit.supplierOrderId } : {}),
    ...(unit.message ? { reason: unit.message } : {}),
  }
  switch (unit.state) {
    case 'delivered':
      return [...sent, entry('unit_delivered', unit.answeredAt, facts)]
    case 'refused':
      return [...sent, entry('unit_refused', unit.answeredAt, facts)]
    case 'unknown':
      return [...sent, entry('outcome_unknown', unit.answeredAt, facts)]
    case 'sending':
      return [...sent, entry('accepted', unit.answeredAt, facts)]
    case 'planned':
      return sent
    default:
      // One order with a state that nobody knows must not keep all others off the board.
      unit.state satisfies never
      return sent
  }
}

const endings = {
  Completed: 'completed',
  Refunded: 'refunded',
  Cancelled: 'cancelled',
  Failed: 'failed',
} as const

function moveEntries(order: OrderDoc): TimelineEntry[] {
  return order.history.flatMap((row) => {
    if (row.to === 'Created' || row.to === 'Processing') return []
    const amount = row.to === 'Refunded' ? { amount: toRupees(refundedPaise(order)) } : {}
    return [entry(endings[row.to], row.at, { ...amount, ...(row.reason ? { reason: row.reason } : {}) })]
  })
}

function attentionEntries(order: OrderDoc): TimelineEntry[] {
  if (order.attention?.kind === 'by_hand') return [entry('by_hand', order.attention.since)]
  if (order.attention?.kind === 'supplier_paused') return [entry('waiting_supplier', order.attention.since)]
  if (order.attention?.kind === 'supplier_holds') return [entry('supplier_holds', order.attention.since)]
  return []
}

const rank = ({ step }: TimelineEntry) => timelineSteps.indexOf(step)
