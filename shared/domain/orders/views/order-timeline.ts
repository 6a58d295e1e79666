import { toRupees } from '../../../contracts/money.ts'
import type { TicketResolution } from '../../../contracts/order-ticket.ts'
import { type TimelineEntry, timelineSteps } from '../../../contracts/order-timeline.ts'
import { type IUnit, isBelowCost } from '../../purchasing/index.ts'
import type { OrderDoc } from '../model/order-model.ts'
import { isRedelivery } from '../rules/redelivery-rules.ts'
import { refundedPaise, type WalletCredit, walletCredits } from '../rules/refund-amount.ts'
import { rejectionReason } from '../rules/rejection-reason.ts'
import { messagesOf } from '../rules/ticket-rules.ts'

/**
 * The events of an order, oldest first, from its payment, units and history.
 * @param isForStaff with the suppliers' messages instead of our sentences about them
 */
export function timelineOf(order: OrderDoc, { isForStaff = false } = {}): TimelineEntry[] {
  const reasonOf = isForStaff ? ({ message }: IUnit) => message : ownReason(order)
  const entries = [
    entry('ordered', order.createdAt),
    ...paymentEntries(order),
    ...order.units.flatMap((unit) => unitEntries(unit, reasonOf(unit))),
    ...retryEntries(order),
    ...transitionEntries(order),
    ...pendingReasonEntries(order),
    ...ticketEntries(order),
    ...redeliveryEntries(order),
    ...lateOfferEntries(order),
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
  if (isRedelivery(order)) return []
  if (order.paymentmode === 'wallet') {
    return [
      entry('paid', order.createdAt, { amount: toRupees(order.pricePaise), reference: order.walletTxnId }),
    ]
  }
  const bought = (order.payment?.captures ?? []).filter(({ allocatedTo }) => allocatedTo === 'purchase')
  return [
    ...bought.map(({ at, amountPaise, bankReference }) =>
      entry('paid', at, { amount: toRupees(amountPaise), reference: bankReference }),
    ),
    ...walletCredits(order).others.map((credit) => entry('credited', credit.at, factsOf(credit))),
  ]
}

const factsOf = ({ amountPaise, reference }: WalletCredit): Facts => ({
  amount: toRupees(amountPaise),
  ...(reference === undefined ? {} : { reference }),
})

const ownReason = (order: OrderDoc) => (unit: IUnit) =>
  unit.state === 'rejected' ? rejectionReason(order, unit) : ''

function unitEntries(unit: IUnit, reason: string): TimelineEntry[] {
  const sent = unit.sentAt ? [entry('sent', unit.sentAt)] : []
  if (!unit.answeredAt || isBelowCost(unit)) return sent
  const facts = {
    ...(unit.supplierOrderId ? { reference: unit.supplierOrderId } : {}),
    ...(reason ? { reason } : {}),
  }
  switch (unit.state) {
    case 'delivered':
      return [...sent, entry('unit_delivered', unit.answeredAt, facts)]
    case 'rejected':
      return [...sent, entry('unit_rejected', unit.answeredAt, facts)]
    case 'unknown':
      return [...sent, entry('outcome_unknown', unit.answeredAt, facts)]
    case 'sending':
      return [...sent, entry('accepted', unit.answeredAt, facts)]
    case 'planned':
      return sent
    default:
      // One order with an unknown state must not keep all others off the board.
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

function transitionEntries(order: OrderDoc): TimelineEntry[] {
  const { ending } = walletCredits(order)
  const refund = ending ? factsOf(ending) : { amount: toRupees(refundedPaise(order)) }
  const refundedAt = order.history.findLast(({ to }) => to === 'Refunded')?.at.getTime()
  return order.history.flatMap((row) => {
    if (row.to === 'Created' || row.to === 'Processing') return []
    // A Failed in the same write as Refunded is only passed through: the payment did arrive.
    if (row.to === 'Failed' && row.at.getTime() === refundedAt) return []
    const facts = row.to === 'Refunded' ? refund : {}
    return [entry(endings[row.to], row.at, { ...facts, ...(row.reason ? { reason: row.reason } : {}) })]
  })
}

function lateOfferEntries({ lateOffer }: OrderDoc): TimelineEntry[] {
  return lateOffer ? [entry(lateOffer.choice === 'wait' ? 'wait_chosen' : 'refund_chosen', lateOffer.at)] : []
}

/** A refund is shown by its transition, and a redelivery by its own entry. */
function ticketEntries({ ticket }: OrderDoc): TimelineEntry[] {
  if (!ticket) return []
  const { resolution, note, openedAt } = ticket
  const before = messagesOf(ticket).filter(
    ({ resolution }) => resolution !== '' && resolution !== 'redelivered',
  )
  return [
    entry('reported', openedAt, note ? { reason: note } : {}),
    ...before.map(({ at, text }) => entry('resolved', at, { reason: text })),
    ...(resolution && !shownElsewhere.has(resolution.kind)
      ? [entry('resolved', resolution.at, { reason: resolution.text })]
      : []),
  ]
}

const shownElsewhere: ReadonlySet<TicketResolution> = new Set<TicketResolution>(['refunded', 'redelivered'])

const redeliveryEnds = { arrived: 'redelivery_arrived', failed: 'redelivery_failed' } as const

function redeliveryEntries({ redelivery }: OrderDoc): TimelineEntry[] {
  if (!redelivery) return []
  const { orderid: reference, at, text: reason, state, endedAt } = redelivery
  const sent = entry('redelivered', at, { reference, reason })
  return state === 'in_progress' || !endedAt
    ? [sent]
    : [sent, entry(redeliveryEnds[state], endedAt, { reference })]
}

/** The next attempt overwrites the unit; the staff action keeps the previous result. */
function retryEntries({ staffActions = [] }: OrderDoc): TimelineEntry[] {
  const again = staffActions.filter(({ action }) => action === 'retry_unit')
  return again.map(({ at, context }) =>
    entry('unit_retried', at, {
      reason:
        context.unit === 'rejected'
          ? 'The previous attempt was rejected'
          : 'The previous attempt wasn’t confirmed',
    }),
  )
}

function pendingReasonEntries(order: OrderDoc): TimelineEntry[] {
  if (order.pendingReason?.kind === 'manual') return [entry('manual', order.pendingReason.since)]
  if (order.pendingReason?.kind === 'supplier_unavailable')
    return [entry('supplier_deferred', order.pendingReason.since)]
  if (order.pendingReason?.kind === 'supplier_review')
    return [entry('supplier_review', order.pendingReason.since)]
  return []
}

const rank = ({ step }: TimelineEntry) => timelineSteps.indexOf(step)
