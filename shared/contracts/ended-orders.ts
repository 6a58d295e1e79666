import * as z from 'zod/mini'
import { isoTime } from './fields.ts'
import { OrderStatusWord } from './orders.ts'
import { route } from './route.ts'

/** An order that has left the board: how it ended, and what ended it. */
export const EndedOrder = z.object({
  orderid: z.string(),
  itemname: z.string(),
  customer: z.string(),
  status: OrderStatusWord,
  at: isoTime(),
  by: z.object({
    kind: z.enum(['admin', 'supplier', 'customer', 'payment']),
    /** Empty unless an admin did it. */
    adminId: z.string(),
    name: z.string(),
  }),
  /** What the customer reads, or what the admin stated. */
  reason: z.string(),
  /** The supplier account that the item is bought from; empty for a manual delivery. */
  supplier: z.string(),
  /** From Processing to the end, in ms. */
  tookMs: z.number(),
})
export type EndedOrder = z.output<typeof EndedOrder>

export const endedOrders = route({
  method: 'GET',
  path: '/admin/processing/ended',
  auth: { permission: 'board.view' },
  summary: 'How the named orders left the board; those that are still open are left out',
  query: z.strictObject({
    /** Order ids, separated by commas; 100 at most. Without any, the list is empty. */
    ids: z.optional(
      z.string().check(z.regex(/^JP[A-Z0-9]{6,40}(,JP[A-Z0-9]{6,40}){0,99}$/, 'must be order ids')),
    ),
  }),
  result: z.array(EndedOrder),
  errors: [],
  errorField: 'message',
})
