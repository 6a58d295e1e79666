import * as z from 'zod/mini'
import { BoardOrder } from './admin.ts'
import { clientTxnId, isoTime } from './fields.ts'
import { route } from './route.ts'

const Texts = z.record(z.string(), z.string())

/**
 * A vendor call and its answer, with the fields that the adapter allows to be recorded. `outcome`
 * other than `json`: there was no readable answer, and `note` says why.
 */
export const OrderVendorCall = z.object({
  id: z.string(),
  vendor: z.string(),
  call: z.string(),
  ref: z.string(),
  /**
   * It bought or created something; otherwise it only asked, and equal answers are counted in one
   * record.
   */
  isAct: z.boolean(),
  asked: Texts,
  answered: Texts,
  outcome: z.enum(['json', 'nonsense', 'lost', 'unavailable', 'rate_limited']),
  httpStatus: z.number(),
  note: z.string(),
  /** Of the last one, in ms. */
  tookMs: z.number(),
  firstAt: isoTime(),
  lastAt: isoTime(),
  count: z.number(),
})
export type OrderVendorCall = z.output<typeof OrderVendorCall>

/** Entries that sum to zero; positive credits an account, in rupees. */
const JournalEntry = z.object({
  id: z.string(),
  kind: z.string(),
  ref: z.string(),
  at: isoTime(),
  postings: z.array(z.object({ account: z.string(), amount: z.number() })),
})

export const OrderStatement = z.object({
  entries: z.array(JournalEntry),
  /** Points that the order moved: positive is a credit to its customer. */
  points: z.array(z.object({ kind: z.string(), at: isoTime(), points: z.number() })),
  /** Where ledger and order disagree, in rupees or points. Empty: they agree. */
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
      reported: z.string(),
      inReview: z.number(),
      isOpen: z.boolean(),
    }),
  ),
})
export type OrderPayment = z.output<typeof OrderPayment>

/** A note of an admin for other admins. */
export const OrderNote = z.object({ at: isoTime(), by: z.string(), name: z.string(), text: z.string() })
export type OrderNote = z.output<typeof OrderNote>

/** What the units of an order cost at its supplier, as far as it is known. */
const OrderCosts = z.object({
  /** The supplier's account. */
  account: z.string(),
  /** Of each unit with a known cost, in `unit`. */
  amounts: z.array(z.string()),
  /** A currency, or `coins`; empty where it is not known. */
  unit: z.string(),
  /** All units together in rupees; null where one cost or the currency's rate is not known. */
  rupees: z.nullable(z.number()),
})
export type OrderCosts = z.output<typeof OrderCosts>

const OrderDetailsResult = z.object({
  /** Without the board's own fields, for callers without permission to see the board. */
  order: BoardOrder,
  /** Without payers and discrepancies, for callers without permission to see wallets. */
  payment: z.nullable(OrderPayment),
  vendorCalls: z.array(OrderVendorCall),
  /** Null for callers without permission to see wallets. */
  statement: z.nullable(OrderStatement),
  /** Null where no cost is known, and for callers without permission to see costs. */
  costs: z.optional(z.nullable(OrderCosts)),
  /** The oldest first. */
  notes: z.optional(z.array(OrderNote)),
  /** The admins’ views of these details, latest first. */
  views: z.array(z.object({ by: z.string(), actorId: z.string(), at: isoTime() })),
  /**
   * Null for callers without permission to see customers. `balance` is rupees; with `hasMore` there
   * are more than `orders`, and `refunded` is not meaningful.
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
  summary: 'All details of an order; the view is recorded once in ten minutes',
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
  summary: 'Admins’ notes on an order, the oldest first: fifty at most',
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
  summary: 'Add note to an order, for other admins; it cannot be changed',
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
  summary: 'All details of an order, as a zip; the export is recorded in the audit log',
  params,
  result: z.custom<AsyncIterable<Uint8Array>>(),
  errors: ['not_found'],
  errorField: 'message',
  noStore: true,
  zip: 'order.zip',
})
