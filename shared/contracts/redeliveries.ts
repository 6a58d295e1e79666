import * as z from 'zod/mini'
import { BoardOrder } from './admin.ts'
import { clientTxnId, isoTime } from './fields.ts'
import { route } from './route.ts'

const answerText = () => z.string().check(z.trim(), z.minLength(3, 'Write a short note.'), z.maxLength(300))

/**
 * How many messages of the ticket the admin's screen showed: after newer ones the decision is
 * rejected.
 */
const readCount = () => z.number().check(z.int(), z.gte(0), z.lte(100))

/** Errors of both redelivering and giving up. */
const redeliveryErrors = [
  'not_found',
  'ticket_closed',
  'ticket_unread_messages',
  'order_assigned',
  'order_changed',
  'transition_not_allowed',
  'code_revealed',
] as const

const RedeliveryQuoteView = z.object({
  /** Why it cannot be sent again, as a sentence; empty where it can. */
  blockedReason: z.string(),
  delivery: z.enum(['instant', 'manual']),
  /**
   * The units that can be sent again; none for manual delivery, or where the order does not allow
   * it.
   */
  units: z.array(
    z.object({
      ref: z.string(),
      /**
       * Its cost in the account's currency at the time of purchase; empty where it is not known.
       */
      cost: z.string(),
      supplierOrderId: z.string(),
      /** Its supplier confirms that it was delivered. */
      isCertain: z.boolean(),
    }),
  ),
  /**
   * The current cost of the selected units in the account's currency, and in rupees where known;
   * null where it is not known.
   */
  cost: z.nullable(z.object({ amount: z.number(), unit: z.string(), rupees: z.optional(z.number()) })),
  /** The account's available balance for new orders, at the last reading. */
  balance: z.nullable(
    z.object({ account: z.string(), left: z.number(), unit: z.string(), readAt: isoTime() }),
  ),
})
export type RedeliveryQuoteView = z.output<typeof RedeliveryQuoteView>

export const redeliveryQuote = route({
  method: 'GET',
  path: '/admin/orders/:id/redelivery',
  // It shows balances and costs of suppliers, which need more than the permission for tickets.
  auth: { permission: ['tickets.manage', 'orders.decide'] },
  summary: 'The cost of delivering a reported order again, and whether it is possible',
  params: z.strictObject({ id: clientTxnId() }),
  /** The refs of the selected units, with commas between; default: all. */
  query: z.strictObject({
    units: z.optional(
      z.string().check(z.regex(/^[\w-]{1,60}(,[\w-]{1,60}){0,49}$/, 'must be refs of units')),
    ),
  }),
  result: RedeliveryQuoteView,
  errors: ['not_found'],
  errorField: 'message',
})

export const redeliverOrder = route({
  method: 'POST',
  path: '/admin/orders/:id/redelivery',
  auth: { permission: ['tickets.manage', 'orders.decide'] },
  summary:
    'Resolve a ticket by delivering again, free of charge: a new order is created, and this one cannot be refunded meanwhile',
  params: z.strictObject({ id: clientTxnId() }),
  body: z.strictObject({
    /** The message for the customer. */
    text: answerText(),
    /** The refs of the units to send; default: all. */
    units: z.optional(z.array(z.string().check(z.maxLength(60))).check(z.minLength(1), z.maxLength(50))),
    readCount: readCount(),
    /** As in `transitionOrder`: the admin knows that the customer has revealed a code. */
    codeRevealed: z.optional(z.literal(true)),
  }),
  result: BoardOrder,
  errors: [...redeliveryErrors, 'approval_required', 'supplier_fields_changed'],
  errorField: 'message',
  idempotent: true,
})

export const giveUpRedelivery = route({
  method: 'POST',
  path: '/admin/orders/:id/redelivery/give-up',
  auth: { permission: ['tickets.manage', 'orders.decide'] },
  summary:
    'Give up a second delivery: it counts as failed, its ticket is resolved, and the first order’s ticket reopens',
  params: z.strictObject({ id: clientTxnId() }),
  body: z.strictObject({
    text: answerText(),
    /** Of its own ticket while that is open, otherwise of the first order's. */
    readCount: readCount(),
    /** As in `redeliverOrder`. */
    codeRevealed: z.optional(z.literal(true)),
  }),
  result: BoardOrder,
  errors: [...redeliveryErrors],
  errorField: 'message',
  idempotent: true,
})
