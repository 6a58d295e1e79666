import { formatPaise } from '../../contracts/money.ts'
import { type AccountNotice, accountWords, isAboutAccount } from './account-words.ts'
import { durationText, packsText, reasonText, type Said } from './in-words.ts'
import type { Notice, NoticeFacts, PartialRedelivery } from './notice.ts'
import { openOrderWords } from './open-order-words.ts'
import { refundWords } from './refund-words.ts'
import { answeredWords, messageWords, notAgainWords, type TicketNotice, ticketWords } from './ticket-words.ts'

/** A notice in words: what happened, then what it means and what comes next. Amounts carry ₹. */
export type NoticeWords = Said & { linkText: string; path: string }

/** @param support whom to ask */
export function noticeWords(notice: Notice, support: string): NoticeWords {
  if (isAboutAccount(notice)) return accountWords(notice)
  const id = encodeURIComponent(notice.ref)
  if (notice.kind === 'topup_received' || notice.kind === 'topup_more') {
    const path = `/walletconfirmation?client_txn_id=${id}`
    const said = notice.kind === 'topup_received' ? received(notice.facts) : receivedMore(notice.facts)
    return { path, linkText: 'See your wallet', ...said }
  }
  if (notice.kind === 'ticket_opened' || notice.kind === 'ticket_late') {
    return { path: '/admin/tickets', linkText: 'Answer it', ...ticketWords(notice) }
  }
  const path = `/confirmation?client_txn_id=${id}`
  return { path, linkText: 'See your order', ...orderWords(notice, support) }
}

function orderWords(
  notice: Exclude<Notice, AccountNotice | TicketNotice | { kind: 'topup_received' | 'topup_more' }>,
  support: string,
): Said {
  switch (notice.kind) {
    case 'order_placed':
    case 'order_in_hand':
      return openOrderWords(notice)
    case 'order_completed':
      return completed(notice.facts)
    case 'order_part_delivered':
      return partDelivered(notice.facts)
    case 'order_codes_added':
      return handedOver(notice.facts)
    case 'order_refunded':
      return refundWords(notice.facts)
    case 'order_cancelled':
      return cancelled(notice.facts, support)
    case 'ticket_resolved':
      return answeredWords(notice.facts, support)
    case 'ticket_message':
      return messageWords(notice.facts)
    case 'redelivery_failed':
      return notAgainWords(notice.facts)
    default:
      return notice satisfies never
  }
}

const withinTwoDays = 'If something is missing, tell us within 48 hours.'

function completed({ itemname, account, tookMs, again }: NoticeFacts['order_completed']): Said {
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
): Said {
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

function partDelivered(facts: NoticeFacts['order_part_delivered']): Said {
  return {
    subject: `Delivered in part: ${facts.itemname}`,
    sentences: [
      `${facts.delivered} of ${facts.total} packs of ${facts.itemname} ${facts.delivered === 1 ? 'is' : 'are'} delivered to ${facts.account}.`,
      `${formatPaise(facts.backPaise)} for the rest is back in your wallet. You can use it at once.`,
      withinTwoDays,
    ],
  }
}

function handedOver({ itemname }: NoticeFacts['order_codes_added']): Said {
  return {
    subject: `Ready to read: ${itemname}`,
    sentences: [
      `What belongs to ${itemname} is on your order’s page now: open it there when you need it.`,
      'Only you can read it, and the page shows when it was opened.',
    ],
  }
}

function cancelled({ itemname, amountPaise, reason }: NoticeFacts['order_cancelled'], support: string): Said {
  return {
    subject: `Cancelled: ${itemname}`,
    sentences: [
      `Your order of ${itemname} was cancelled. Reason: ${reasonText(reason || 'No reason provided')}`,
      `The ${formatPaise(amountPaise)} you paid for it did not go back to your wallet.`,
      `If you think that is wrong, talk to us: ${support}`,
    ],
  }
}

function received({ amountPaise, balancePaise }: NoticeFacts['topup_received']): Said {
  const amount = formatPaise(amountPaise)
  return {
    subject: `${amount} is in your wallet`,
    sentences: [
      `Your top-up of ${amount} has arrived.`,
      `Your wallet now holds ${formatPaise(balancePaise)}.`,
    ],
  }
}

function receivedMore({ amountPaise, balancePaise, isSecond }: NoticeFacts['topup_more']): Said {
  const amount = formatPaise(amountPaise)
  const why = isSecond
    ? `You paid twice for your top-up. Your second ${amount} is in your wallet as well.`
    : `We have checked a payment of ${amount} for your top-up. It is in your wallet.`
  return {
    subject: `${amount} more is in your wallet`,
    sentences: [why, `Your wallet now holds ${formatPaise(balancePaise)}.`],
  }
}
