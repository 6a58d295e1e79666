import type { PushNews } from '../../providers/push/push-sender.ts'
import {
  durationText,
  type Notice,
  type NoticeFacts,
  packsText,
  type RefundCause,
} from '../notifications/index.ts'

/**
 * A notice as a push, or undefined for what is not worth one: an order that was delivered, money that came back, and a
 * payment of a wrong amount are. Others may see the screen: it names the item, and never a player's id, a sum or a code.
 */
export function pushWords(notice: Notice): PushNews | undefined {
  const said = saidOf(notice)
  if (!said) return undefined
  const path = `/confirmation?client_txn_id=${encodeURIComponent(notice.ref)}`
  return { ...said, path, tag: [notice.ref, notice.occasion].filter(Boolean).join('/') }
}

type Said = { title: string; body: string }

function saidOf(notice: Notice): Said | undefined {
  switch (notice.kind) {
    case 'order_completed':
      return completedSaid(notice.facts)
    case 'order_part_delivered':
      return {
        title: 'Delivered in part',
        body: `A part of ${notice.facts.itemname} has arrived. The money for the rest is in your wallet.`,
      }
    case 'order_codes_added':
      return {
        title: 'Ready to read',
        body: `What belongs to ${notice.facts.itemname} is on your order’s page.`,
      }
    case 'order_refunded':
      return refundSaid(notice.facts)
    default:
      return undefined
  }
}

function completedSaid({ itemname, tookMs, again }: NoticeFacts['order_completed']): Said {
  if (!again) return { title: `Delivered in ${durationText(tookMs)}`, body: `${itemname} has arrived.` }
  if (again === 'whole') return { title: 'Delivered', body: `${itemname} has arrived.` }
  const have = again.sent === 1 ? 'has' : 'have'
  return { title: 'Delivered', body: `${packsText(again, itemname)} ${have} arrived.` }
}

function refundSaid({ itemname, cause }: { itemname: string; cause: RefundCause }): Said {
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
