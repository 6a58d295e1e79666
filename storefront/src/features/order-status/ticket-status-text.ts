import type { OrderTicket } from '@jhatpat/shared/contracts/order-ticket.ts'
import type { Order } from '@jhatpat/shared/contracts/orders.ts'
import { plainText, t } from '@jhatpat/shared/ui/texts/translate.ts'
import { dayAndTime } from './day-and-time.ts'
import { endSentence } from './end-sentence.ts'
import { texts } from './texts.ts'

type TicketStatusText = { above: string; title: string; text: string }

/** The status of a report about a missing delivery; undefined without one, or after a refund. */
export function ticketStatusText({ ticket, redelivery }: Order, now: number): TicketStatusText | undefined {
  if (!ticket) return undefined
  const above = texts.placed
  if (ticket.resolution) {
    const title =
      ticket.resolution.kind === 'redelivered' ? againTitle(redelivery) : t('We’ve replied to your ticket')
    return { above, title, text: endSentence(plainText(ticket.resolution.text)) }
  }
  const time = dayAndTime(ticket.replyDueAt, now)
  if (isTicketLate(ticket, now)) {
    return {
      above,
      title: t('Our reply is delayed'),
      text: t(
        'It was due by {time}. Sorry for the delay. Our team has been reminded and will reply here and by email.',
        { time },
      ),
    }
  }
  const last = ticket.messages?.at(-1)
  if (last?.from === 'team' && !last.resolution) {
    return {
      above,
      title: t('New message from our team'),
      text: `${endSentence(plainText(last.text))} ${t('Your ticket is open. We’ll reply by {time}, here and by email.', { time })}`,
    }
  }
  return {
    above,
    title: t('Ticket received'),
    text: t('We’re looking into it and will reply by {time}, here and by email. No action needed from you.', {
      time,
    }),
  }
}

function againTitle(redelivery: Order['redelivery']): string {
  if (redelivery?.state === 'arrived') return t('Replacement delivered')
  const redelivered = redelivery?.redeliveredUnits
  return redelivered
    ? t('Resending {n} of {total} packs', { n: redelivered.sent, total: redelivered.total })
    : t('Resending it')
}

/** Whether the promised time of the answer has passed. */
export function isTicketLate({ status, replyDueAt }: OrderTicket, now: number): boolean {
  return status === 'open' && Date.parse(replyDueAt) < now
}
