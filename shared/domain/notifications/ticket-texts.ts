import { formatPaise } from '../../contracts/money.ts'
import type { TicketIssue } from '../../contracts/order-ticket.ts'
import { dayAndTimeInIndia } from '../../platform/clock.ts'
import { type MailText, packsText, reasonText } from './format-text.ts'
import type { Notification, NotificationFacts } from './notification.ts'

export type TicketNotification = Extract<Notification, { kind: 'ticket_opened' | 'ticket_late' }>

const issues: Record<TicketIssue, string> = {
  not_received: 'Nothing arrived',
  partly_received: 'Less arrived than was paid for',
  wrong_account: 'It came to another account',
}

/** A customer's ticket, to the team: with all known facts, so that the customer need not be asked. */
export function ticketTexts({ kind, facts }: TicketNotification): MailText {
  const { itemname, amountPaise, account, customer, issue, note, references, replyDueAt } = facts
  const isLate = kind === 'ticket_late'
  return {
    subject: `${isLate ? 'Answer overdue' : 'Not received'}: ${itemname}`,
    sentences: [
      `${issues[issue]}, says ${customer}.${note ? ` In their words: “${note}”.` : ''}`,
      `${itemname} for ${formatPaise(amountPaise)}, to ${account}.`,
      references.length > 0 ? `References: ${references.join(', ')}.` : 'There are no references.',
      isLate
        ? `The answer was promised by ${dayAndTimeInIndia(replyDueAt)}.`
        : `The page promises an answer by ${dayAndTimeInIndia(replyDueAt)}.`,
    ],
  }
}

/** The redelivery did not arrive. */
export function redeliveryFailedTexts({
  itemname,
  replyDueAt,
}: NotificationFacts['redelivery_failed']): MailText {
  return {
    subject: `Not delivered yet: ${itemname}`,
    sentences: [
      `We sent ${itemname} again, and it could not be delivered. Nothing was taken from you for it.`,
      `Your report is open once more. We answer it by ${dayAndTimeInIndia(replyDueAt)}.`,
    ],
  }
}

/** The resolution, to the customer. */
export function answeredTexts(
  { itemname, text, again }: NotificationFacts['ticket_resolved'],
  support: string,
): MailText {
  return {
    subject: `About your report: ${itemname}`,
    sentences: [
      `We have looked into your order of ${itemname}.`,
      reasonText(text),
      ...(again ? [`We send ${packsText(again, itemname)} again, and it costs you nothing.`] : []),
      `If that is not right, talk to us: ${support}`,
    ],
  }
}

/** A message to the customer of an open ticket. */
export function messageTexts({ itemname, text }: NotificationFacts['ticket_message']): MailText {
  return {
    subject: `News of your report: ${itemname}`,
    sentences: [
      `Our team has written to you about your order of ${itemname}.`,
      reasonText(text),
      'Your report stays open. You can write back on the order’s page.',
    ],
  }
}
