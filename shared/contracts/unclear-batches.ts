import * as z from 'zod/mini'
import { clientTxnId, isoTime } from './fields.ts'
import { route } from './route.ts'

/** Coins; null where they are not known. */
const Coins = z.nullable(z.number())

/** An unclear purchase of a batch. */
export const UnclearPurchase = z.object({
  /** Identifies this purchase in the batch: order, unit and attempt. */
  key: z.string(),
  orderid: z.string(),
  /** The unit's ref, and its attempt. */
  unit: z.string(),
  attempt: z.number(),
  item: z.string(),
  imgpath: z.string(),
  /** The player that it is for. */
  player: z.string(),
  playerName: z.string(),
  customer: z.string(),
  /** Its share of the order's price, in rupees. */
  price: z.number(),
  coins: Coins,
  sentAt: z.nullable(isoTime()),
  /** The decision whether it arrived; null: none yet. */
  arrived: z.nullable(z.boolean()),
  /**
   * In how many of the sets that agree with all decisions it is; null where nothing can be
   * concluded.
   */
  chance: z.nullable(z.object({ in: z.number(), of: z.number() })),
})
export type UnclearPurchase = z.output<typeof UnclearPurchase>

/**
 * Purchases of an account between two balance readings, some of which cannot be distinguished. Amounts
 * in coins.
 */
export const UnclearBatch = z.object({
  id: z.string(),
  account: z.string(),
  readAt: isoTime(),
  before: Coins,
  after: Coins,
  certain: z.array(z.object({ orderid: z.string(), item: z.string(), customer: z.string(), coins: Coins })),
  /** The drop beyond the certain purchases. */
  left: Coins,
  /** By how much sums may be off. */
  tolerance: z.number(),
  /**
   * Every set of purchases that explains the rest and agrees with the decisions; equal costs are
   * grouped.
   */
  sets: z.array(
    z.object({
      parts: z.array(
        z.object({ coins: z.number(), count: z.number(), of: z.number(), keys: z.array(z.string()) }),
      ),
    }),
  ),
  /** How many sets of single purchases these are. */
  count: z.number(),
  /** Why nothing can be concluded; null: the sets are complete. */
  inconclusiveReason: z.nullable(
    z.enum(['cost_unknown', 'too_many', 'too_small', 'not_proven', 'shared', 'not_read']),
  ),
  purchases: z.array(UnclearPurchase),
})
export type UnclearBatch = z.output<typeof UnclearBatch>

export const unclearBatches = route({
  method: 'GET',
  path: '/admin/unclear-batches',
  auth: { permission: 'board.view' },
  summary: 'Batches of unclear purchases that need decisions, with every set of purchases that explains them',
  result: z.array(UnclearBatch),
  errors: [],
  errorField: 'message',
})

const which = () => z.strictObject({ id: z.string().check(z.regex(/^[A-Z]{2,20}-\d{1,12}$/)) })

const Answer = z.strictObject({
  orderid: clientTxnId(),
  unit: z.string().check(z.minLength(6), z.maxLength(50)),
  attempt: z.number().check(z.int(), z.gte(1)),
  answer: z.enum(['delivered', 'retry_unit', 'refund']),
})

export const resolveBatch = route({
  method: 'POST',
  path: '/admin/unclear-batches/:id/resolve',
  auth: { permission: 'orders.resolve_unit' },
  summary:
    'Decide about some purchases of a batch at once; decisions that no set allows are rejected together',
  params: which(),
  body: z.strictObject({
    answers: z.array(Answer).check(z.minLength(1), z.maxLength(128)),
    /** Required for `retry_unit` and for an override. */
    reason: z.optional(z.string().check(z.trim(), z.maxLength(300))),
    /** An owner decides against the readings, with a reason. */
    override: z.optional(z.literal(true)),
  }),
  result: z.object({
    batch: UnclearBatch,
    /** Decisions that could not be carried out, and why; the orders are unchanged. */
    rejected: z.array(z.object({ orderid: z.string(), unit: z.string(), message: z.string() })),
  }),
  errors: ['not_found', 'answer_unexplained'],
  errorField: 'message',
  idempotent: true,
})

/** What the supplier's own list says about a purchase. */
const Listed = z.object({
  key: z.string(),
  /** `not_covered`: the list does not include its time. */
  is: z.enum(['found', 'missing', 'not_covered']),
  /** The row, where it was found, and the supplier's id in it. */
  line: z.optional(z.number()),
  text: z.optional(z.string()),
  supplierOrderId: z.optional(z.string()),
})

export const readBatchList = route({
  method: 'POST',
  path: '/admin/unclear-batches/:id/list',
  auth: { permission: 'orders.resolve_unit' },
  summary:
    'Match the supplier’s own list of orders with a batch: a preview, or with `apply` found purchases are set to delivered',
  params: which(),
  body: z.strictObject({
    /** Rows of a table or CSV: order number, product, player, time. */
    text: z.string().check(z.minLength(10), z.maxLength(20_000)),
    /** The time zone of the list. */
    zone: z.enum(['india', 'brazil', 'philippines', 'utc']),
    /** Sets found purchases to delivered. Missing ones are decided manually. */
    apply: z.optional(z.literal(true)),
  }),
  result: z.object({
    /** Rows that could be read. */
    rows: z.number(),
    purchases: z.array(Listed),
    batch: UnclearBatch,
    rejected: z.array(z.object({ orderid: z.string(), unit: z.string(), message: z.string() })),
  }),
  errors: ['not_found'],
  errorField: 'message',
})
