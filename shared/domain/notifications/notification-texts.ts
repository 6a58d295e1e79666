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
    return { path, linkText: 'View wallet', ...texts }
  }
  if (notification.kind === 'ticket_opened' || notification.kind === 'ticket_late') {
    return { path: '/admin/tickets', linkText: 'Open ticket', ...ticketTexts(notification) }
  }
  const path = `/confirmation?client_txn_id=${id}`
  return { path, linkText: 'View order', ...orderTexts(notification, support) }
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

const withinTwoDays = 'Something missing? Tell us within 48 hours.'

function completed({ itemname, account, tookMs, again }: NotificationFacts['order_completed']): MailText {
  if (again && again !== 'whole') return packsCompleted(again, { itemname, account })
  return {
    subject: `Delivered: ${itemname}`,
    sentences: [
      again
        ? `${itemname} was delivered to ${account}. This was a free replacement.`
        : `${itemname} was delivered to ${account} in ${durationText(tookMs)}.`,
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
        ? `${packs} was delivered to ${account}. This was a free replacement.`
        : `${packs} were delivered to ${account}. These were free replacements.`,
      withinTwoDays,
    ],
  }
}

function partDelivered(facts: NotificationFacts['order_part_delivered']): MailText {
  return {
    subject: `Partly delivered: ${facts.itemname}`,
    sentences: [
      `${facts.delivered} of ${facts.total} packs of ${facts.itemname} ${facts.delivered === 1 ? 'was' : 'were'} delivered to ${facts.account}.`,
      `${formatPaise(facts.backPaise)} for the rest was refunded to your wallet. You can use it now.`,
      withinTwoDays,
    ],
  }
}

function codesAdded({ itemname }: NotificationFacts['order_codes_added']): MailText {
  return {
    subject: `Your code is ready: ${itemname}`,
    sentences: [
      `Your ${itemname} is ready on your order page. Open it when you need it.`,
      'Only you can view it. Every view is recorded on the order page.',
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
      `Your order for ${itemname} was cancelled. Reason: ${reasonText(reason || 'No reason provided')}`,
      `${formatPaise(amountPaise)} was not refunded.`,
      `Think this is a mistake? Contact us: ${support}`,
    ],
  }
}

function received({ amountPaise, balancePaise }: NotificationFacts['topup_received']): MailText {
  const amount = formatPaise(amountPaise)
  return {
    subject: `${amount} added to your wallet`,
    sentences: [
      `Your wallet top-up of ${amount} was successful.`,
      `Wallet balance: ${formatPaise(balancePaise)}.`,
    ],
  }
}

function receivedMore({ amountPaise, balancePaise, isSecond }: NotificationFacts['topup_more']): MailText {
  const amount = formatPaise(amountPaise)
  const reason = isSecond
    ? `You paid twice for your top-up. The second ${amount} was also added to your wallet.`
    : `We confirmed your payment of ${amount}. It’s been added to your wallet.`
  return {
    subject: `${amount} added to your wallet`,
    sentences: [reason, `Wallet balance: ${formatPaise(balancePaise)}.`],
  }
}
