import { formatPaise } from '../../contracts/money.ts'
import type { TicketIssue } from '../../contracts/order-ticket.ts'
import { dayAndTimeInIndia } from '../../platform/clock.ts'
import { type MailText, packsText, reasonText } from './format-text.ts'
import type { Notification, NotificationFacts } from './notification.ts'

export type TicketNotification = Extract<Notification, { kind: 'ticket_opened' | 'ticket_late' }>

const issues: Record<TicketIssue, string> = {
  not_received: 'Not received',
  partly_received: 'Partly received',
  wrong_account: 'Delivered to a different account',
}

/** A customer's ticket, to the team: with all known facts, so that the customer need not be asked. */
export function ticketTexts({ kind, facts }: TicketNotification): MailText {
  const { itemname, amountPaise, account, customer, issue, note, references, replyDueAt } = facts
  const isLate = kind === 'ticket_late'
  return {
    subject: `${isLate ? 'Ticket overdue' : 'New ticket'}: ${itemname}`,
    sentences: [
      `${issues[issue]}. Customer: ${customer}.${note ? ` Note: “${note}”.` : ''}`,
      `${itemname} for ${formatPaise(amountPaise)}, to ${account}.`,
      references.length > 0 ? `References: ${references.join(', ')}.` : 'No references.',
      isLate
        ? `Reply was due by ${dayAndTimeInIndia(replyDueAt)}.`
        : `Reply due by ${dayAndTimeInIndia(replyDueAt)}.`,
    ],
  }
}

/** The redelivery did not arrive. */
export function redeliveryFailedTexts({
  itemname,
  replyDueAt,
}: NotificationFacts['redelivery_failed']): MailText {
  return {
    subject: `Replacement not delivered: ${itemname}`,
    sentences: [
      `We couldn’t deliver ${itemname} again. You were not charged.`,
      `Your ticket is open again. We’ll reply by ${dayAndTimeInIndia(replyDueAt)}.`,
    ],
  }
}

/** The resolution, to the customer. */
export function answeredTexts(
  { itemname, text, again }: NotificationFacts['ticket_resolved'],
  support: string,
): MailText {
  return {
    subject: `Reply to your ticket: ${itemname}`,
    sentences: [
      `We looked into your order for ${itemname}.`,
      reasonText(text),
      ...(again ? [`We’re sending ${packsText(again, itemname)} again at no cost.`] : []),
      `Not resolved? Reply on the order page or contact us: ${support}`,
    ],
  }
}

/** A message to the customer of an open ticket. */
export function messageTexts({ itemname, text }: NotificationFacts['ticket_message']): MailText {
  return {
    subject: `New message about your ticket: ${itemname}`,
    sentences: [
      `Our team replied about your order for ${itemname}.`,
      reasonText(text),
      'Your ticket is still open. You can reply on the order page.',
    ],
  }
}
