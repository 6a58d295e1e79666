import * as z from 'zod/mini'
import { BoardOrder } from './admin.ts'
import { clientTxnId, isoTime } from './fields.ts'
import { route } from './route.ts'

const answerText = () => z.string().check(z.trim(), z.minLength(3, 'Say it in a sentence.'), z.maxLength(300))

/** So many messages of the report stood on the admin's screen: what its customer has written since is read first. */
const readCount = () => z.number().check(z.int(), z.gte(0), z.lte(100))

/** Why neither sending again nor giving up may happen. */
const refusals = [
  ...(['not_found', 'ticket_closed', 'ticket_unread_messages', 'order_assigned'] as const),
  ...(['order_changed', 'transition_not_allowed', 'code_revealed'] as const),
] as const

const RedeliveryQuoteView = z.object({
  /** Why it can't be sent again, as a sentence; empty where it can. */
  blockedReason: z.string(),
  delivery: z.enum(['instant', 'manual']),
  /** The units that can be sent again; none of what people deliver, nor where the order itself forbids it. */
  units: z.array(
    z.object({
      ref: z.string(),
      /** What it cost in the account's unit when it was bought; empty where that is not known. */
      cost: z.string(),
      supplierOrderId: z.string(),
      /** Its supplier says that it was delivered. */
      isCertain: z.boolean(),
    }),
  ),
  /** What those that are meant cost now in the account's unit, and in rupees where that is known; null where it is not. */
  cost: z.nullable(z.object({ amount: z.number(), unit: z.string(), rupees: z.optional(z.number()) })),
  /** What the account has left for new orders, as it was last known. */
  balance: z.nullable(
    z.object({ account: z.string(), left: z.number(), unit: z.string(), readAt: isoTime() }),
  ),
})
export type RedeliveryQuoteView = z.output<typeof RedeliveryQuoteView>

export const redeliveryQuote = route({
  method: 'GET',
  path: '/admin/orders/:id/redelivery',
  // It tells balances and costs of suppliers, which who answers reports alone does not see.
  auth: { permission: ['tickets.manage', 'orders.decide'] },
  summary: 'What it would cost to deliver a reported order again, and whether that can be done',
  params: z.strictObject({ id: clientTxnId() }),
  /** The refs of the units that are meant, with commas between; all of them without. */
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
    'Answer a report by delivering again, free of charge: a new order is made, and this one can’t be refunded meanwhile',
  params: z.strictObject({ id: clientTxnId() }),
  body: z.strictObject({
    /** What its customer reads. */
    text: answerText(),
    /** The refs of the units to send; all of them without. */
    units: z.optional(z.array(z.string().check(z.maxLength(60))).check(z.minLength(1), z.maxLength(50))),
    readCount: readCount(),
    /** As in `transitionOrder`: the admin knows that the customer has opened what was delivered. */
    codeRevealed: z.optional(z.literal(true)),
  }),
  result: BoardOrder,
  errors: [...refusals, 'approval_required', 'supplier_fields_changed'],
  errorField: 'message',
  idempotent: true,
})

export const giveUpRedelivery = route({
  method: 'POST',
  path: '/admin/orders/:id/redelivery/give-up',
  auth: { permission: ['tickets.manage', 'orders.decide'] },
  summary:
    'Say that a second delivery has not arrived either: it counts as failed, its report is answered, and the first order’s report opens again',
  params: z.strictObject({ id: clientTxnId() }),
  body: z.strictObject({
    text: answerText(),
    /** Of its own report while that is open, else of the first order's. */
    readCount: readCount(),
    /** As in `redeliverOrder`. */
    codeRevealed: z.optional(z.literal(true)),
  }),
  result: BoardOrder,
  errors: [...refusals],
  errorField: 'message',
  idempotent: true,
})
