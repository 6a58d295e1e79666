import * as z from 'zod/mini'
import { clientTxnId, isoTime } from './fields.ts'
import { route } from './route.ts'

/** Coins; null where they are not known. */
const Coins = z.nullable(z.number())

/** An unclear purchase of a batch. */
export const UnclearPurchase = z.object({
  /** Of this purchase in the batch: order, unit and attempt. */
  key: z.string(),
  orderid: z.string(),
  /** The unit's ref, and its attempt. */
  unit: z.string(),
  attempt: z.number(),
  item: z.string(),
  imgpath: z.string(),
  /** Whom it is for. */
  player: z.string(),
  playerName: z.string(),
  customer: z.string(),
  /** Rupees of the order that it stands for. */
  price: z.number(),
  coins: Coins,
  sentAt: z.nullable(isoTime()),
  /** Whether it arrived, as was answered; null: nobody has. */
  arrived: z.nullable(z.boolean()),
  /** In how many of the sets that go with all answers it is; null where nothing can be concluded. */
  chance: z.nullable(z.object({ in: z.number(), of: z.number() })),
})
export type UnclearPurchase = z.output<typeof UnclearPurchase>

/** Purchases of an account between two readings of its balance, some of which nothing tells apart. Amounts in coins. */
export const UnclearBatch = z.object({
  id: z.string(),
  account: z.string(),
  readAt: isoTime(),
  before: Coins,
  after: Coins,
  certain: z.array(z.object({ orderid: z.string(), item: z.string(), customer: z.string(), coins: Coins })),
  /** What the fall is beyond the certain purchases. */
  left: Coins,
  /** By how much sums may be off. */
  tolerance: z.number(),
  /** Every set of purchases that explains the rest and goes with the answers, equal costs taken together. */
  sets: z.array(
    z.object({
      parts: z.array(
        z.object({ coins: z.number(), count: z.number(), of: z.number(), keys: z.array(z.string()) }),
      ),
    }),
  ),
  /** How many sets of single purchases these are. */
  count: z.number(),
  /** Why nothing can be concluded; null: the sets are all there are. */
  doubt: z.nullable(z.enum(['cost_unknown', 'too_many', 'too_small', 'not_proven', 'shared', 'not_read'])),
  purchases: z.array(UnclearPurchase),
})
export type UnclearBatch = z.output<typeof UnclearBatch>

export const unclearBatches = route({
  method: 'GET',
  path: '/admin/unclear-batches',
  auth: { permission: 'board.view' },
  summary:
    'Batches of unclear purchases that wait for answers, with every set of purchases that explains them',
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
  summary: 'Answer for some purchases of a batch at once; answers that no set allows are rejected together',
  params: which(),
  body: z.strictObject({
    answers: z.array(Answer).check(z.minLength(1), z.maxLength(128)),
    /** `retry_unit` and an override need one. */
    reason: z.optional(z.string().check(z.trim(), z.maxLength(300))),
    /** An owner answers against the readings, with a reason. */
    override: z.optional(z.literal(true)),
  }),
  result: z.object({
    batch: UnclearBatch,
    /** What could not be carried out, and why; its order is as it was. */
    rejected: z.array(z.object({ orderid: z.string(), unit: z.string(), message: z.string() })),
  }),
  errors: ['not_found', 'answer_unexplained'],
  errorField: 'message',
  idempotent: true,
})

/** What the supplier's own list says of a purchase. */
const Listed = z.object({
  key: z.string(),
  /** `not_covered`: the list does not reach to its time. */
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
    'Match the supplier’s own list of orders with a batch: shown first, and with `apply` what is found is delivered',
  params: which(),
  body: z.strictObject({
    /** Rows of a table or CSV: order number, pack, player, time. */
    text: z.string().check(z.minLength(10), z.maxLength(20_000)),
    /** Where the list's times are of. */
    zone: z.enum(['india', 'brazil', 'philippines', 'utc']),
    /** Takes what is found as delivered. What is missing is answered by hand. */
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
