import type { OrderSet } from '../change/order-update.ts'
import type { OrderDoc } from '../order-model.ts'
import type { Ticket } from './ticket-schema.ts'

/** Whether a report of this order waits for an answer. */
export const isTicketOpen = <Order extends Pick<OrderDoc, 'ticket'>>(
  order: Order,
): order is Order & { ticket: Ticket } => order.ticket?.status === 'open'

/** What an answer writes. */
export const answered = (answer: NonNullable<Ticket['answer']>): OrderSet => ({
  'ticket.status': 'answered',
  'ticket.answer': answer,
  claim: null,
})
