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
        title: 'Partly delivered',
        body: `Part of ${notification.facts.itemname} was delivered. The rest was refunded to your wallet.`,
      }
    case 'order_codes_added':
      return {
        title: 'Your code is ready',
        body: `View ${notification.facts.itemname} on your order page.`,
      }
    case 'order_refunded':
      return refundText(notification.facts)
    default:
      return undefined
  }
}

function completedText({ itemname, tookMs, again }: NotificationFacts['order_completed']): PushText {
  if (!again) return { title: `Delivered in ${durationText(tookMs)}`, body: `${itemname} was delivered.` }
  if (again === 'whole') return { title: 'Delivered', body: `${itemname} was delivered.` }
  const verb = again.sent === 1 ? 'was' : 'were'
  return { title: 'Delivered', body: `${packsText(again, itemname)} ${verb} delivered.` }
}

function refundText({ itemname, cause }: { itemname: string; cause: RefundCause }): PushText {
  switch (cause) {
    case 'rejected':
    case 'by_admin':
      return {
        title: 'Refunded to wallet',
        body: `${itemname} couldn’t be delivered. Money refunded to your wallet.`,
      }
    case 'wrong_amount':
      return {
        title: 'Payment amount didn’t match',
        body: `${itemname} wasn’t ordered. Your payment is in your wallet.`,
      }
    case 'late':
      return {
        title: 'Payment received late',
        body: `Your order for ${itemname} had ended. Money added to your wallet.`,
      }
    case 'paid_twice':
      return { title: 'Duplicate payment', body: `The second payment for ${itemname} is in your wallet.` }
    default:
      return cause satisfies never
  }
}
