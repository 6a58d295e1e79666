import type { BoardOrder } from '@jhatpat/shared/contracts/admin.ts'
import { formatRupees } from '@jhatpat/shared/contracts/money.ts'
import type { TimelineEntry } from '@jhatpat/shared/contracts/order-timeline.ts'

/** A timeline entry, for the admin. */
export function factText(entry: TimelineEntry, order: BoardOrder): string {
  const parts = [stepText(entry, order)]
  if (entry.step !== 'paid' && entry.reference) parts.push(`ref ${entry.reference}`)
  if (entry.by) parts.push(`by ${entry.by}`)
  return parts.join(', ') + (entry.reason ? `: ${entry.reason}` : '')
}

/** A timeline entry in a few words. */
export function stepText(entry: TimelineEntry, order: BoardOrder): string {
  const money = entry.amount === undefined ? '' : ` ${formatRupees(entry.amount)}`
  switch (entry.step) {
    case 'ordered':
      return order.redeliveryOf ? 'Free replacement' : 'Ordered'
    case 'paid':
      return order.paymentmode === 'wallet'
        ? `Paid${money} by wallet`
        : `Paid${money} by UPI${entry.reference ? `, ref ${inFours(entry.reference)}` : ''}`
    case 'sent':
      return 'Sent to the supplier'
    case 'accepted':
      return 'Accepted by the supplier'
    case 'unit_delivered':
      return 'Unit delivered'
    case 'unit_rejected':
      return 'Rejected by the supplier'
    case 'outcome_unknown':
      return 'Outcome unknown'
    case 'unit_retried':
      return 'Resend scheduled'
    case 'wait_chosen':
    case 'refund_chosen':
      return choiceTexts[entry.step]
    case 'supplier_deferred':
      return 'Supplier paused, order on hold'
    case 'supplier_review':
      return 'On hold at supplier'
    case 'manual':
      return 'Moved to manual delivery'
    case 'credited':
      return `Credited${money} to wallet`
    case 'completed':
      return 'Completed'
    case 'refunded':
      return `Refunded${money}`
    case 'cancelled':
      return 'Cancelled'
    case 'failed':
      return 'Failed'
    case 'reported':
      return 'Customer opened a ticket: not received'
    case 'resolved':
      return 'Ticket resolved'
    case 'redelivered':
    case 'redelivery_arrived':
    case 'redelivery_failed':
      return againTexts[entry.step]
    default:
      return entry.step satisfies never
  }
}

const choiceTexts = {
  wait_chosen: 'The customer chose to wait',
  refund_chosen: 'Customer requested a refund',
} as const

const againTexts = {
  redelivered: 'Ticket resolved: free replacement',
  redelivery_arrived: 'Replacement delivered',
  redelivery_failed: 'Replacement failed, ticket reopened',
} as const

const unitTexts = {
  planned: 'Not sent',
  sending: 'Sent to supplier',
  delivered: 'Delivered',
  rejected: 'Rejected',
  held_back: 'Held back',
  unknown: 'Outcome unknown',
} as const satisfies Record<BoardOrder['unitList'][number]['state'], string>

/** State of a unit: `Delivered, ref S1234` or `Rejected: The recharge has failed.` */
export function unitText({ state, supplierOrderId, message }: BoardOrder['unitList'][number]): string {
  const reference = supplierOrderId ? `, ref ${supplierOrderId}` : ''
  // An admin's answer says the state itself: `Delivered, says Meera Iyer`.
  if (message.startsWith(unitTexts[state])) return `${message}${reference}`
  return `${unitTexts[state]}${reference}${message ? `: ${message}` : ''}`
}

/** A twelve-digit bank reference in groups of four. */
export function inFours(reference: string): string {
  return /^\d{12}$/.test(reference) ? reference.replace(/(\d{4})(?=\d)/g, '$1 ') : reference
}
