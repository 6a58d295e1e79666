import * as z from 'zod/mini'
import { BoardOrder } from './admin.ts'
import { clientTxnId, isoTime } from './fields.ts'
import { route } from './route.ts'

const Texts = z.record(z.string(), z.string())

/**
 * What a vendor was asked and answered, with the fields that its adapter lets be kept. `outcome` other than `json`: there
 * was no answer that could be read, and `note` says why.
 */
export const OrderVendorCall = z.object({
  id: z.string(),
  vendor: z.string(),
  call: z.string(),
  ref: z.string(),
  /** It bought or made something; else it only asked, and stands once for each answer. */
  isAct: z.boolean(),
  asked: Texts,
  answered: Texts,
  outcome: z.enum(['json', 'nonsense', 'lost', 'unavailable', 'rate_limited']),
  httpStatus: z.number(),
  note: z.string(),
  /** The last one, in ms. */
  tookMs: z.number(),
  firstAt: isoTime(),
  lastAt: isoTime(),
  count: z.number(),
})
export type OrderVendorCall = z.output<typeof OrderVendorCall>

/** Postings that sum to zero; positive credits an account, in rupees. */
const JournalEntry = z.object({
  id: z.string(),
  kind: z.string(),
  ref: z.string(),
  at: isoTime(),
  postings: z.array(z.object({ account: z.string(), amount: z.number() })),
})

export const OrderStatement = z.object({
  entries: z.array(JournalEntry),
  /** Points that the order moved: positive came to its customer. */
  points: z.array(z.object({ kind: z.string(), at: isoTime(), points: z.number() })),
  /** Where the ledger does not say what the order says, in rupees or points. Empty: the books are balanced. */
  faults: z.array(z.object({ cause: z.string(), expected: z.number(), found: z.number() })),
})
export type OrderStatement = z.output<typeof OrderStatement>

export const OrderPayment = z.object({
  state: z.enum(['created', 'paid', 'failed']),
  gateway: z.string(),
  payBefore: isoTime(),
  checks: z.number(),
  checkedAt: z.nullable(isoTime()),
  callbackAt: z.nullable(isoTime()),
  attempts: z.array(z.object({ id: z.string(), gatewayId: z.string(), at: isoTime(), state: z.string() })),
  captures: z.array(
    z.object({
      gatewayId: z.string(),
      bankReference: z.string(),
      amount: z.number(),
      payer: z.string(),
      at: isoTime(),
      allocatedTo: z.enum(['purchase', 'wallet']),
    }),
  ),
  discrepancies: z.array(
    z.object({
      id: z.string(),
      kind: z.string(),
      at: isoTime(),
      known: z.string(),
      told: z.string(),
      inReview: z.number(),
      isOpen: z.boolean(),
    }),
  ),
})
export type OrderPayment = z.output<typeof OrderPayment>

/** What an admin wrote down for the others. */
export const OrderNote = z.object({ at: isoTime(), by: z.string(), name: z.string(), text: z.string() })
export type OrderNote = z.output<typeof OrderNote>

const OrderDetailsResult = z.object({
  /** Without what the board alone tells, for who may not see it. */
  order: BoardOrder,
  /** Without payers and discrepancies, for who may not see the wallets' books. */
  payment: z.nullable(OrderPayment),
  vendorCalls: z.array(OrderVendorCall),
  /** Null for who may not see the wallets' books. */
  statement: z.nullable(OrderStatement),
  /** The oldest first. Absent only from an api of the release before. */
  notes: z.optional(z.array(OrderNote)),
  /** Who looked at all this, the latest first. */
  views: z.array(z.object({ by: z.string(), actorId: z.string(), at: isoTime() })),
  /**
   * Null for who may not see customers. `balance` is rupees; with `hasMore` there are more than `orders`, and `refunded`
   * means nothing.
   */
  customer: z.nullable(
    z.object({
      since: isoTime(),
      orders: z.number(),
      hasMore: z.boolean(),
      refunded: z.number(),
      balance: z.number(),
    }),
  ),
})
export type OrderDetailsResult = z.output<typeof OrderDetailsResult>

const params = z.strictObject({ id: clientTxnId() })

export const orderDetails = route({
  method: 'GET',
  path: '/admin/orders/:id',
  auth: { permission: 'orders.view' },
  summary: 'All that is known of an order; who looks is noted once in ten minutes',
  params,
  result: OrderDetailsResult,
  errors: ['not_found'],
  errorField: 'message',
  noStore: true,
})

export const orderNotes = route({
  method: 'GET',
  path: '/admin/orders/:id/notes',
  auth: { permission: 'orders.view' },
  summary: 'What admins wrote down about an order, the oldest first: fifty notes at most',
  params,
  result: z.object({ notes: z.array(OrderNote) }),
  errors: ['not_found'],
  errorField: 'message',
  noStore: true,
})

export const addNote = route({
  method: 'POST',
  path: '/admin/orders/:id/notes',
  auth: { permission: 'orders.view' },
  summary: 'Leave a note on an order, for the other admins; it stays as it is written',
  params,
  body: z.strictObject({ text: z.string().check(z.trim(), z.minLength(1), z.maxLength(1_000)) }),
  result: BoardOrder,
  errors: ['not_found', 'note_limit_reached'],
  errorField: 'message',
  idempotent: true,
})

export const orderRecord = route({
  method: 'GET',
  path: '/admin/orders/:id/record',
  auth: { permission: ['orders.view', 'exports.create'] },
  summary: 'All that is known of an order, as a zip; it is noted who took it',
  params,
  result: z.custom<AsyncIterable<Uint8Array>>(),
  errors: ['not_found'],
  errorField: 'message',
  noStore: true,
  zip: 'order.zip',
})
