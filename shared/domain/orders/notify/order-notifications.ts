import type {
  Notification,
  NotificationFacts,
  OrderStage,
  PartialRedelivery,
  RefundCause,
} from '../../notifications/index.ts'
import type { OrderDoc } from '../model/order-model.ts'
import { endOf, isEndedByPayment } from '../rules/order-end.ts'
import { isRedelivery } from '../rules/redelivery-rules.ts'
import { refundedPaise, walletCredits } from '../rules/refund-amount.ts'
import { promisedBy, waitingReasonOf } from '../views/order-state.ts'

/** The time of the event that a notification is about: the order's end, or the payment. */
export function eventAt(
  order: OrderDoc,
  { kind, dedupeKey }: Pick<Notification, 'kind' | 'dedupeKey'>,
): Date {
  if (kind === 'order_codes_added')
    return dedupeKey ? new Date(dedupeKey) : (codesAddedAt(order) ?? order.updatedAt)
  const capture = order.payment?.captures.find(({ gatewayId }) => gatewayId === dedupeKey)
  const discrepancy = order.payment?.discrepancies.find(({ id }) => id === dedupeKey)
  return capture?.at ?? discrepancy?.resolution?.at ?? endOf(order)?.at ?? order.createdAt
}

/** When an admin added codes to a completed delivery. */
const codesAddedAt = ({ staffActions = [] }: Pick<OrderDoc, 'staffActions'>): Date | undefined =>
  staffActions.findLast(({ action }) => action === 'add_codes')?.at

/** An order that has not ended after this time since its payment is notified once more. */
const secondNotificationMs = 10 * 60_000

/**
 * Pure. The notifications of an order at `now`: its status, codes that were added, and additional payments.
 */
export function orderNotifications(order: OrderDoc, now: Date): Notification[] {
  const state = stateNotification(order, now)
  return [...(state ? [state] : []), ...codesAddedNotifications(order), ...additionalPayments(order)]
}

/** Codes added or replaced after the completion are notified while the order is Completed. */
function codesAddedNotifications(order: OrderDoc): Notification[] {
  if (order.status !== 'Completed') return []
  const notification = {
    kind: 'order_codes_added',
    ref: order._id,
    to: order.customer,
    facts: { itemname: order.item.name },
  } as const
  const replaced = (order.staffActions ?? []).filter(({ action }) => action === 'replace_code')
  return [
    ...(codesAddedAt(order) ? [notification] : []),
    ...replaced.map(({ at }) => ({ ...notification, dedupeKey: at.toISOString() })),
  ]
}

/** When an unchanged order is notified again, or null. */
export function nextNotificationAt(order: OrderDoc, now: Date): Date | null {
  const at = new Date(paidAt(order).getTime() + secondNotificationMs)
  return order.status === 'Processing' && now < at ? at : null
}

const paidAt = (order: OrderDoc) => order.processingAt ?? order.createdAt

function stateNotification(order: OrderDoc, now: Date): Notification | undefined {
  const common = { ref: order._id, to: order.customer }
  const itemname = order.item.name
  switch (order.status) {
    case 'Processing': {
      const kind = nextNotificationAt(order, now) ? 'order_placed' : 'order_in_hand'
      // The customer learns of the redelivery from the resolution of the ticket.
      if (kind === 'order_placed' && isRedelivery(order)) return undefined
      return { ...common, kind, facts: openFacts(order, now) }
    }
    case 'Completed':
      return completedNotification(order)
    case 'Refunded':
      return {
        ...common,
        kind: 'order_refunded',
        facts: {
          itemname,
          amountPaise: refundedPaise(order),
          pricePaise: order.pricePaise,
          cause: refundCause(order),
          reason: order.reason,
        },
      }
    case 'Cancelled': {
      // The original order's notification covers this, and a redelivery is free.
      if (isRedelivery(order)) return undefined
      const facts = { itemname, amountPaise: order.pricePaise, reason: order.reason }
      return { ...common, kind: 'order_cancelled', facts }
    }
    case 'Created':
    case 'Failed':
      return undefined
    default:
      return order.status satisfies never
  }
}

function openFacts(order: OrderDoc, now: Date): NotificationFacts['order_placed'] {
  const by = promisedBy(paidAt(order))
  return {
    itemname: order.item.name,
    amountPaise: order.pricePaise,
    stage: stageOf(order),
    delivered: deliveredCount(order),
    total: order.units.length,
    promisedBy: by,
    isLate: now > by,
  }
}

function stageOf(order: OrderDoc): OrderStage {
  const { waitingFor } = waitingReasonOf(order)
  switch (waitingFor) {
    case 'manual':
    case 'supplier_review':
    case 'supplier_unavailable':
      return waitingFor
    case 'on_hold':
      return 'supplier_unavailable'
    case 'supplier_answer':
    case 'supplier_delivery':
      return 'sent'
    case 'outcome_unknown':
    case 'supplier_deferred':
    case 'admin':
      return 'in_review'
    case 'queued':
    case 'payment':
    case 'payment_review':
    case 'nothing':
      return 'queued'
    default:
      return waitingFor satisfies never
  }
}

const deliveredCount = (order: OrderDoc) => order.units.filter((unit) => unit.state === 'delivered').length

function completedNotification(order: OrderDoc): Notification {
  const common = { ref: order._id, to: order.customer }
  const facts = { itemname: order.item.name, account: order.playerName || order.input1 }
  if (order.partlyRefundedPaise > 0) {
    const units = { delivered: deliveredCount(order), total: order.units.length }
    return {
      ...common,
      kind: 'order_part_delivered',
      facts: { ...facts, ...units, backPaise: order.partlyRefundedPaise },
    }
  }
  const tookMs = (endOf(order)?.at ?? paidAt(order)).getTime() - paidAt(order).getTime()
  return {
    ...common,
    kind: 'order_completed',
    facts: { ...facts, tookMs, ...(isRedelivery(order) && { again: redeliveryScope(order) }) },
  }
}

const redeliveryScope = ({ units, unitsOfOriginal }: OrderDoc): 'whole' | PartialRedelivery =>
  unitsOfOriginal ? { sent: units.length, total: unitsOfOriginal } : 'whole'

/** Payments that were credited in addition to the one that ended the order, each under its own id. */
function additionalPayments(order: OrderDoc): Notification[] {
  return walletCredits(order).others.map(({ amountPaise, dedupeKey }) => ({
    kind: 'order_refunded',
    ref: order._id,
    dedupeKey,
    to: order.customer,
    facts: {
      itemname: order.item.name,
      amountPaise,
      pricePaise: order.pricePaise,
      cause: 'paid_twice',
      reason: '',
    },
  }))
}

function refundCause(order: OrderDoc): RefundCause {
  if (isEndedByPayment(order)) return refundedPaise(order) === order.pricePaise ? 'late' : 'wrong_amount'
  return endOf(order)?.by === 'supplier' ? 'rejected' : 'by_admin'
}
