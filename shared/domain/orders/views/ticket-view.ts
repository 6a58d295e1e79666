import type { BoardOrder } from '../../../contracts/admin.ts'
import type { OrderTicket, TicketMessage } from '../../../contracts/order-ticket.ts'
import type { OrderDoc } from '../model/order-model.ts'
import type { Message, Ticket } from '../model/ticket-schema.ts'
import { messagesOf, repliesOf, ticketDeadline, unreadCount } from '../rules/ticket-rules.ts'

/** A ticket as its customer sees it. */
export function ticketView(
  ticket: Ticket,
  order: Pick<OrderDoc, 'status' | 'ticket' | 'givenUpAt'>,
): OrderTicket {
  const { status, issue, note, resolution, openedAt, replyDueAt } = ticket
  const replies = repliesOf(order)
  return {
    status,
    issue,
    note,
    openedAt: openedAt.toISOString(),
    replyDueAt: replyDueAt.toISOString(),
    messages: messagesOf(ticket).map(messageView),
    ...(replies ? { replies } : {}),
    ...(resolution
      ? { resolution: { kind: resolution.kind, text: resolution.text, at: resolution.at.toISOString() } }
      : {}),
  }
}

const messageView = ({ from, text, at, resolution }: Message): TicketMessage => ({
  from,
  text,
  at: at.toISOString(),
  ...(resolution ? { resolution } : {}),
})

/** The additional facts for the admin who resolves it. */
export const ticketStaffView = (ticket: Ticket): NonNullable<BoardOrder['ticketFacts']> => ({
  unread: unreadCount(ticket),
  deadlineAt: ticketDeadline(ticket).toISOString(),
  language: ticket.language ?? 'en',
})
