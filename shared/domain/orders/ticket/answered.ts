import { AppError } from '../../../platform/app-error.ts'
import type { OrderSet } from '../change/order-update.ts'
import type { OrderDoc } from '../order-model.ts'
import { messagesOf } from './talk-rules.ts'
import type { Ticket } from './ticket-schema.ts'

/** Whether a report of this order waits for an answer. */
export const isTicketOpen = <Order extends Pick<OrderDoc, 'ticket'>>(
  order: Order,
): order is Order & { ticket: Ticket } => order.ticket?.status === 'open'

/** What an answer writes. */
export const resolution = (answer: NonNullable<Ticket['resolution']>): OrderSet => ({
  'ticket.status': 'resolved',
  'ticket.resolution': answer,
  assignee: null,
})

/**
 * Who answers has read what the customer wrote; what our team itself wrote meanwhile surprises nobody.
 * @param seen so many messages stood on the screen
 * @throws ticket_unread_messages
 */
export function requireAllRead(ticket: Ticket, readCount: number): void {
  const hasMore = messagesOf(ticket)
    .slice(readCount)
    .some(({ from }) => from === 'customer')
  if (hasMore) throw new AppError('ticket_unread_messages')
}
