import { formatPaise } from '../../contracts/money.ts'
import { type AccountNotification, accountTexts, isAboutAccount } from './account-texts.ts'
import { durationText, type MailText, packsText, reasonText } from './format-text.ts'
import type { Notification, NotificationFacts, PartialRedelivery } from './notification.ts'
import { openOrderTexts } from './open-order-texts.ts'
import { refundTexts } from './refund-texts.ts'
import {
  answeredTexts,
  messageTexts,
  redeliveryFailedTexts,
  type TicketNotification,
  ticketTexts,
} from './ticket-texts.ts'

/** A notification's texts: what happened, then what it means and what comes next. Amounts have ₹. */
export type NotificationTexts = MailText & { linkText: string; path: string }

/** @param support contact for questions */
export function notificationTexts(notification: Notification, support: string): NotificationTexts {
  if (isAboutAccount(notification)) return accountTexts(notification)
  const id = encodeURIComponent(notification.ref)
  if (notification.kind === 'topup_received' || notification.kind === 'topup_more') {
    const path = `/walletconfirmation?client_txn_id=${id}`
    const texts =
      notification.kind === 'topup_received' ? received(notification.facts) : receivedMore(notification.facts)
    return { path, linkText: 'See your wallet', ...texts }
  }
  if (notification.kind === 'ticket_opened' || notification.kind === 'ticket_late') {
    return { path: '/admin/tickets', linkText: 'Answer it', ...ticketTexts(notification) }
  }
  const path = `/confirmation?client_txn_id=${id}`
  return { path, linkText: 'See your order', ...orderTexts(notification, support) }
}

function orderTexts(
  notification: Exclude<
    Notification,
    AccountNotification | TicketNotification | { kind: 'topup_received' | 'topup_more' }
  >,
  support: string,
): MailText {
  switch (notification.kind) {
    case 'order_placed':
    case 'order_in_hand':
      return openOrderTexts(notification)
    case 'order_completed':
      return completed(notification.facts)
    case 'order_part_delivered':
      return partDelivered(notification.facts)
    case 'order_codes_added':
      return codesAdded(notification.facts)
    case 'order_refunded':
      return refundTexts(notification.facts)
    case 'order_cancelled':
      return cancelled(notification.facts, support)
    case 'ticket_resolved':
      return answeredTexts(notification.facts, support)
    case 'ticket_message':
      return messageTexts(notification.facts)
    case 'redelivery_failed':
      return redeliveryFailedTexts(notification.facts)
    default:
      return notification satisfies never
  }
}

const withinTwoDays = 'If something is missing, tell us within 48 hours.'

function completed({ itemname, account, tookMs, again }: NotificationFacts['order_completed']): MailText {
  if (again && again !== 'whole') return packsCompleted(again, { itemname, account })
  return {
    subject: `Delivered: ${itemname}`,
    sentences: [
      again
        ? `${itemname} is delivered to ${account}. We sent it again, and it cost you nothing.`
        : `${itemname} is delivered to ${account}, ${durationText(tookMs)} after your payment.`,
      withinTwoDays,
    ],
  }
}

function packsCompleted(
  again: PartialRedelivery,
  { itemname, account }: { itemname: string; account: string },
): MailText {
  const packs = packsText(again, itemname)
  return {
    subject: `Delivered: ${packs}`,
    sentences: [
      again.sent === 1
        ? `${packs} is delivered to ${account}. We sent it again, and it cost you nothing.`
        : `${packs} are delivered to ${account}. We sent them again, and they cost you nothing.`,
      withinTwoDays,
    ],
  }
}

function partDelivered(facts: NotificationFacts['order_part_delivered']): MailText {
  return {
    subject: `Delivered in part: ${facts.itemname}`,
    sentences: [
      `${facts.delivered} of ${facts.total} packs of ${facts.itemname} ${facts.delivered === 1 ? 'is' : 'are'} delivered to ${facts.account}.`,
      `${formatPaise(facts.backPaise)} for the rest is back in your wallet. You can use it at once.`,
      withinTwoDays,
    ],
  }
}

function codesAdded({ itemname }: NotificationFacts['order_codes_added']): MailText {
  return {
    subject: `Ready to read: ${itemname}`,
    sentences: [
      `What belongs to ${itemname} is on your order’s page now: open it there when you need it.`,
      'Only you can read it, and the page shows when it was opened.',
    ],
  }
}

function cancelled(
  { itemname, amountPaise, reason }: NotificationFacts['order_cancelled'],
  support: string,
): MailText {
  return {
    subject: `Cancelled: ${itemname}`,
    sentences: [
      `Your order of ${itemname} was cancelled. Reason: ${reasonText(reason || 'No reason provided')}`,
      `The ${formatPaise(amountPaise)} you paid for it did not go back to your wallet.`,
      `If you think that is wrong, talk to us: ${support}`,
    ],
  }
}

function received({ amountPaise, balancePaise }: NotificationFacts['topup_received']): MailText {
  const amount = formatPaise(amountPaise)
  return {
    subject: `${amount} is in your wallet`,
    sentences: [
      `Your top-up of ${amount} has arrived.`,
      `Your wallet now holds ${formatPaise(balancePaise)}.`,
    ],
  }
}

function receivedMore({ amountPaise, balancePaise, isSecond }: NotificationFacts['topup_more']): MailText {
  const amount = formatPaise(amountPaise)
  const reason = isSecond
    ? `You paid twice for your top-up. Your second ${amount} is in your wallet as well.`
    : `We have checked a payment of ${amount} for your top-up. It is in your wallet.`
  return {
    subject: `${amount} more is in your wallet`,
    sentences: [reason, `Your wallet now holds ${formatPaise(balancePaise)}.`],
  }
}
