import type { PushMessage } from '../../providers/push/push-sender.ts'
import {
  durationText,
  type Notification,
  type NotificationFacts,
  packsText,
  type RefundCause,
} from '../notifications/index.ts'

/**
 * A notification as a push message, or undefined for kinds without one. Pushed are completed and refunded orders, and
 * payments of another amount. Others may see the screen, so it names the item, but no player id, amount or code.
 */
export function pushTexts(notification: Notification): PushMessage | undefined {
  const text = pushTextOf(notification)
  if (!text) return undefined
  const path = `/confirmation?client_txn_id=${encodeURIComponent(notification.ref)}`
  return { ...text, path, tag: [notification.ref, notification.dedupeKey].filter(Boolean).join('/') }
}

type PushText = { title: string; body: string }

function pushTextOf(notification: Notification): PushText | undefined {
  switch (notification.kind) {
    case 'order_completed':
      return completedText(notification.facts)
    case 'order_part_delivered':
      return {
        title: 'Delivered in part',
        body: `A part of ${notification.facts.itemname} has arrived. The money for the rest is in your wallet.`,
      }
    case 'order_codes_added':
      return {
        title: 'Ready to read',
        body: `What belongs to ${notification.facts.itemname} is on your order’s page.`,
      }
    case 'order_refunded':
      return refundText(notification.facts)
    default:
      return undefined
  }
}

function completedText({ itemname, tookMs, again }: NotificationFacts['order_completed']): PushText {
  if (!again) return { title: `Delivered in ${durationText(tookMs)}`, body: `${itemname} has arrived.` }
  if (again === 'whole') return { title: 'Delivered', body: `${itemname} has arrived.` }
  const have = again.sent === 1 ? 'has' : 'have'
  return { title: 'Delivered', body: `${packsText(again, itemname)} ${have} arrived.` }
}

function refundText({ itemname, cause }: { itemname: string; cause: RefundCause }): PushText {
  switch (cause) {
    case 'rejected':
    case 'by_admin':
      return {
        title: 'Money is back',
        body: `${itemname} could not be delivered. The money is in your wallet.`,
      }
    case 'wrong_amount':
      return {
        title: 'Another amount came',
        body: `${itemname} was not bought. What you paid is in your wallet.`,
      }
    case 'late':
      return {
        title: 'Your payment came late',
        body: `The order of ${itemname} had closed. The money is in your wallet.`,
      }
    case 'paid_twice':
      return { title: 'You paid twice', body: `The second payment for ${itemname} is in your wallet.` }
    default:
      return cause satisfies never
  }
}
