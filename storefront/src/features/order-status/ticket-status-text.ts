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
      ticket.resolution.kind === 'redelivered' ? againTitle(redelivery) : t('We have answered your report')
    return { above, title, text: endSentence(plainText(ticket.resolution.text)) }
  }
  const time = dayAndTime(ticket.replyDueAt, now)
  if (isTicketLate(ticket, now)) {
    return {
      above,
      title: t('Our answer is late'),
      text: t(
        'We promised it by {time}. Your report is open and our team is reminded of it; we write to you as soon as we know.',
        { time },
      ),
    }
  }
  const last = ticket.messages?.at(-1)
  if (last?.from === 'team' && !last.resolution) {
    return {
      above,
      title: t('Our team has written to you'),
      text: `${endSentence(plainText(last.text))} ${t('Your report is open: you hear from us by {time}, here and by e-mail.', { time })}`,
    }
  }
  return {
    above,
    title: t('Our team has your report'),
    text: t(
      'We find out what happened. You hear from us by {time}, here and by e-mail; there is nothing you need to do.',
      { time },
    ),
  }
}

function againTitle(redelivery: Order['redelivery']): string {
  if (redelivery?.state === 'arrived') return t('What we sent again has arrived')
  const redelivered = redelivery?.redeliveredUnits
  return redelivered
    ? t('We are sending {n} of {total} packs again', { n: redelivered.sent, total: redelivered.total })
    : t('We are sending it again')
}

/** Whether the promised time of the answer has passed. */
export function isTicketLate({ status, replyDueAt }: OrderTicket, now: number): boolean {
  return status === 'open' && Date.parse(replyDueAt) < now
}
