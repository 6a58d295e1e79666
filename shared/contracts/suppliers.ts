import * as z from 'zod/mini'
import { type SupplierName, supplierNames } from './api-types.ts'
import { itemNumberText } from './catalogue-fields.ts'
import { isoTime } from './fields.ts'
import { route } from './route.ts'

/** Decimal text in the account's own currency, such as `5310.5`. */
const Amount = z.string()
const Account = z.enum(supplierNames as [SupplierName, ...SupplierName[]])

const PausedItem = z.object({
  itemid: z.number(),
  name: z.string(),
  imgpath: z.string(),
  /** The cost of its units together; null where no list has them. */
  cost: z.nullable(Amount),
  pausedAt: z.nullable(isoTime()),
  /** It is sold despite the pause. */
  isOverridden: z.boolean(),
  /** Its stock as set by staff: it may be out of stock, too. */
  inStock: z.boolean(),
})
export type PausedItem = z.output<typeof PausedItem>

/** A supplier account: its balance, how long that lasts, and its deliveries. */
export const SupplierAccount = z.object({
  account: Account,
  /** `coins`, `USD`; empty before the first reading. */
  unit: z.string(),
  /** The last reading; null before the first one. */
  balance: z.nullable(z.object({ amount: Amount, readAt: isoTime() })),
  /** Since when its balance could not be read, and the last error. */
  unresponsiveSince: z.nullable(isoTime()),
  lastError: z.string(),
  /** No purchases until then, because it did not answer them. */
  cooldownUntil: z.nullable(isoTime()),
  /** What paid orders still need from it. */
  waiting: z.object({ orders: z.number(), units: z.number(), cost: Amount, oldestAt: z.nullable(isoTime()) }),
  /** Available for new orders; negative where it does not cover the paid ones. Null: not known. */
  available: z.nullable(Amount),
  /** The current spend rate: by the last hour, by the day, or too few purchases. */
  spendRate: z.object({
    over: z.enum(['hour', 'day', 'few']),
    perHour: z.nullable(Amount),
    runwayMs: z.nullable(z.number()),
    spentLastHour: Amount,
    spentLastDay: Amount,
    /** Units of the day without a known price, missing from the sums. */
    unpriced: z.number(),
  }),
  /** The balance over the last day. */
  history: z.array(z.object({ at: isoTime(), amount: Amount })),
  /**
   * The statistics of the last 24 hours; null before the first count. Times in seconds, null for
   * too few.
   */
  day: z.nullable(
    z.object({
      countedAt: isoTime(),
      asked: z.number(),
      delivered: z.number(),
      rejected: z.number(),
      unknown: z.number(),
      /** Percent, one decimal; null for too few. */
      deliveredPercent: z.nullable(z.number()),
      medianSeconds: z.nullable(z.number()),
      p90Seconds: z.nullable(z.number()),
      /**
       * By the supplier's code, `returned` for accepted units that were returned; the most frequent
       * first.
       */
      rejections: z.array(z.object({ code: z.string(), count: z.number() })),
    }),
  ),
  /** How many items are bought there, and which of them are paused. */
  items: z.number(),
  /** Units bought from an earlier account, whose result only a person can find out. */
  earlierUnits: z.number(),
  paused: z.array(PausedItem),
  isLow: z.boolean(),
  settings: z.object({
    /** An alert is raised below it; null: never. */
    lowBalanceLevel: z.nullable(Amount),
    /** It comes from the environment, because none has been set on the screen. */
    isUsual: z.boolean(),
    reserve: Amount,
    isAutoPauseOn: z.boolean(),
    version: z.number(),
  }),
  /** Where the account is topped up; empty where it is not set. */
  topUpUrl: z.string(),
})
export type SupplierAccount = z.output<typeof SupplierAccount>

export const suppliers = route({
  method: 'GET',
  path: '/admin/suppliers',
  auth: { permission: 'suppliers.view' },
  summary: 'The supplier accounts: balances, how long they last, paused items, statistics of 24 hours',
  result: z.array(SupplierAccount),
  errors: [],
  errorField: 'message',
})

const which = () => z.strictObject({ account: Account })

export const refreshSupplier = route({
  method: 'POST',
  path: '/admin/suppliers/:account/refresh',
  auth: { permission: 'suppliers.view' },
  summary: 'Read an account’s balance now; within five seconds of the last reading that one is returned',
  params: which(),
  body: z.strictObject({}),
  result: SupplierAccount,
  errors: ['supplier_unavailable'],
  errorField: 'message',
})

const amountTyped = (name: string) =>
  z
    .string()
    .check(z.trim(), z.regex(/^(\d{1,9}(\.\d{1,4})?)?$/, `${name} must be an amount such as 5000 or 12.5.`))

export const setSupplier = route({
  method: 'POST',
  path: '/admin/suppliers/:account/settings',
  auth: { permission: 'incidents.manage' },
  summary: 'Set an account’s low-balance alert, its reserve, and whether items pause automatically',
  params: which(),
  body: z.strictObject({
    /** Empty: as in the environment. */
    lowBalanceLevel: amountTyped('Alert at'),
    reserve: amountTyped('Reserve'),
    isAutoPauseOn: z.boolean(),
    /** `settings.version` on the admin's screen. */
    version: z.number().check(z.int(), z.gte(0)),
  }),
  result: SupplierAccount,
  errors: ['supplier_settings_changed'],
  errorField: 'message',
  idempotent: true,
})

export const overridePause = route({
  method: 'POST',
  path: '/admin/items/:itemid/override-pause',
  auth: { permission: 'catalogue.stock' },
  summary: 'Sell a paused item despite the balance, until the balance covers it again',
  params: z.strictObject({ itemid: itemNumberText() }),
  body: z.strictObject({}),
  result: z.object({ message: z.string() }),
  errors: ['item_not_found'],
  errorField: 'message',
})
