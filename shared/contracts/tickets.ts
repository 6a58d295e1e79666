import * as z from 'zod/mini'
import { BoardOrder } from './admin.ts'
import { clientTxnId } from './fields.ts'
import { route } from './http/route.ts'
import { ticketAnswers, ticketWhats } from './order-ticket.ts'
import { Order } from './orders.ts'

export const reportOrder = route({
  method: 'POST',
  path: '/order/:client_txn_id/not-received',
  auth: 'session',
  summary: 'Say that a delivered order has not arrived; asked again, it answers with the report there is',
  params: z.strictObject({ client_txn_id: clientTxnId() }),
  body: z.strictObject({
    what: z.enum(ticketWhats),
    note: z.optional(z.string().check(z.trim(), z.maxLength(300))),
  }),
  result: Order,
  errors: ['not_found', 'report_early', 'report_late'],
  errorField: 'message',
  idempotent: true,
})

export const tickets = route({
  method: 'GET',
  path: '/admin/tickets',
  auth: { may: 'tickets' },
  summary:
    'Orders that were reported as not received: open ones the oldest first, answered ones the newest, 200 at most',
  query: z.strictObject({ status: z.optional(z.enum(['open', 'answered'])) }),
  result: z.array(BoardOrder),
  errors: [],
  errorField: 'message',
})

export const answerTicket = route({
  method: 'POST',
  path: '/admin/orders/:id/ticket',
  auth: { may: 'tickets' },
  summary: 'Answer a report: delivered after all, refunded whole, or explained; the customer gets the text',
  params: z.strictObject({ id: clientTxnId() }),
  body: z.strictObject({
    answer: z.enum(ticketAnswers),
    text: z.string().check(z.trim(), z.minLength(3, 'Say it in a sentence.'), z.maxLength(300)),
    /** As in `moveOrder`: the admin knows that the customer has opened what was delivered. */
    codeSeen: z.optional(z.literal(true)),
    /** With `refunded`, as in `moveOrder`. The report stays open until the refund is made. */
    ask: z.optional(z.literal(true)),
  }),
  result: BoardOrder,
  errors: [
    'not_found',
    'ticket_closed',
    'order_moved_on',
    'order_not_movable',
    'order_claimed',
    'order_code_seen',
    'request_needed',
    'request_exists',
  ],
  errorField: 'message',
  idempotent: true,
})
