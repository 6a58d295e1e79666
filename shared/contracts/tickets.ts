import * as z from 'zod/mini'
import { BoardOrder } from './admin.ts'
import { clientTxnId } from './fields.ts'
import { listCursor } from './list-queries.ts'
import { messageText, readLanguages, readMessageCount, resolutions, ticketIssues } from './order-ticket.ts'
import { Order } from './orders.ts'
import { paths } from './paths.ts'
import { route } from './route.ts'

export const openTicket = route({
  method: 'POST',
  path: '/order/:client_txn_id/not-received',
  auth: 'session',
  summary: 'Report that a delivered order has not arrived; a repeat replies with the existing ticket',
  params: z.strictObject({ client_txn_id: clientTxnId() }),
  body: z.strictObject({
    issue: z.enum(ticketIssues),
    note: z.optional(z.string().check(z.trim(), z.maxLength(300))),
    /** The language of the shop's pages. */
    language: z.optional(z.enum(readLanguages)),
  }),
  result: Order,
  errors: ['not_found', 'ticket_too_early', 'ticket_too_late'],
  errorField: 'message',
  idempotent: true,
})

export const replyToTicket = route({
  method: 'POST',
  path: '/order/:client_txn_id/not-received/reply',
  auth: 'session',
  summary:
    'Write a message to a ticket: while it is open, and for 48 hours after its resolution, which reopens it',
  params: z.strictObject({ client_txn_id: clientTxnId() }),
  body: z.strictObject({ text: messageText(), language: z.optional(z.enum(readLanguages)) }),
  result: Order,
  errors: ['not_found', 'replies_closed', 'reply_limit_reached'],
  errorField: 'message',
  idempotent: true,
})

export const tickets = route({
  method: 'GET',
  path: '/admin/tickets',
  auth: { permission: 'tickets.manage' },
  summary:
    'Orders that were reported as not received, 25 a page: open ones by their deadline, resolved ones the latest first',
  query: z.strictObject({
    status: z.optional(z.enum(['open', 'resolved'])),
    /** Of the open ones: those assigned to this admin. */
    mine: z.optional(z.literal('1')),
    /** The `next` of the previous page. */
    cursor: z.optional(listCursor()),
  }),
  /** `next`: the cursor of the next page; empty after the last. */
  result: z.object({ tickets: z.array(BoardOrder), next: z.string() }),
  errors: [],
  errorField: 'message',
})

export const ticketCounts = route({
  ...paths.ticketCounts,
  auth: { permission: 'tickets.manage' },
  summary: 'How many tickets are open: all, late ones, those assigned to this admin, and unassigned ones',
  result: z.object({ open: z.number(), late: z.number(), mine: z.number(), unassigned: z.number() }),
  errors: [],
  errorField: 'message',
})

export const assignTicket = route({
  method: 'POST',
  path: '/admin/tickets/:id/assign',
  auth: { permission: 'tickets.manage' },
  summary:
    'Assign a ticket to oneself for five minutes, renew, take over or unassign it: no other admin can resolve it meanwhile',
  params: z.strictObject({ id: clientTxnId() }),
  body: z.strictObject({ action: z.enum(['assign', 'reassign', 'unassign']) }),
  result: BoardOrder,
  errors: ['not_found', 'order_assigned', 'ticket_closed'],
  errorField: 'message',
})

export const resolveTicket = route({
  method: 'POST',
  path: '/admin/orders/:id/ticket',
  auth: { permission: 'tickets.manage' },
  summary:
    'Resolve a ticket: delivered after all, refunded completely, or explained; the customer gets the text',
  params: z.strictObject({ id: clientTxnId() }),
  body: z.strictObject({
    resolution: z.enum(resolutions),
    text: z.string().check(z.trim(), z.minLength(3, 'Write a short note.'), z.maxLength(300)),
    /** As in `transitionOrder`: the admin knows that the customer has revealed a code. */
    codeRevealed: z.optional(z.literal(true)),
    /** With `refunded`, as in `transitionOrder`. The ticket stays open until the refund is made. */
    requestApproval: z.optional(z.literal(true)),
    readCount: readMessageCount(),
  }),
  result: BoardOrder,
  errors: [
    'not_found',
    'ticket_closed',
    'ticket_unread_messages',
    'order_changed',
    'transition_not_allowed',
    'order_assigned',
    'code_revealed',
    'approval_required',
    'approval_pending',
  ],
  errorField: 'message',
  idempotent: true,
})

export const writeToTicket = route({
  method: 'POST',
  path: '/admin/orders/:id/ticket/message',
  auth: { permission: 'tickets.manage' },
  summary: 'Write to the customer of a ticket, which stays open',
  params: z.strictObject({ id: clientTxnId() }),
  body: z.strictObject({ text: messageText() }),
  result: BoardOrder,
  errors: ['not_found', 'ticket_closed', 'message_limit_reached', 'order_assigned', 'order_changed'],
  errorField: 'message',
  idempotent: true,
})

export const markTicketRead = route({
  method: 'POST',
  path: '/admin/tickets/:id/read',
  auth: { permission: 'tickets.manage' },
  summary: 'Mark the messages of a ticket as read, as many as were shown',
  params: z.strictObject({ id: clientTxnId() }),
  body: z.strictObject({ messages: z.number().check(z.int(), z.gte(0), z.lte(100)) }),
  result: BoardOrder,
  errors: ['not_found'],
  errorField: 'message',
})
