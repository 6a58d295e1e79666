import type { OrderTicket } from '../../../contracts/order-ticket.ts'
import type { Ticket } from './ticket-schema.ts'

export function ticketView({ answer, openedAt, answerBy, ...said }: Ticket): OrderTicket {
  const { status, what, note } = said
  return {
    ...{ status, what, note, openedAt: openedAt.toISOString(), answerBy: answerBy.toISOString() },
    ...(answer ? { answer: { kind: answer.kind, text: answer.text, at: answer.at.toISOString() } } : {}),
  }
}
