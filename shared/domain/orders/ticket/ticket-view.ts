import type { BoardOrder } from '../../../contracts/admin.ts'
import type { OrderTicket, TicketMessage } from '../../../contracts/order-ticket.ts'
import type { OrderDoc } from '../order-model.ts'
import { endsAtOf, messagesOf, repliesOf, unreadIn } from './talk-rules.ts'
import type { Message, Ticket } from './ticket-schema.ts'

/** A report as its customer may see it. */
export function ticketView(
  ticket: Ticket,
  order: Pick<OrderDoc, 'status' | 'ticket' | 'givenUpAt'>,
): OrderTicket {
  const { status, what, note, answer, openedAt, answerBy } = ticket
  const replies = repliesOf(order)
  return {
    ...{ status, what, note, openedAt: openedAt.toISOString(), answerBy: answerBy.toISOString() },
    messages: messagesOf(ticket).map(messageView),
    ...(replies ? { replies } : {}),
    ...(answer ? { answer: { kind: answer.kind, text: answer.text, at: answer.at.toISOString() } } : {}),
  }
}

const messageView = ({ from, text, at, ended }: Message): TicketMessage => ({
  ...{ from, text, at: at.toISOString() },
  ...(ended ? { ended } : {}),
})

/** What who answers it has to know besides. */
export const deskView = (ticket: Ticket): NonNullable<BoardOrder['desk']> => ({
  unread: unreadIn(ticket),
  endsAt: endsAtOf(ticket).toISOString(),
  language: ticket.language ?? 'en',
})
