import * as z from 'zod/mini'
import { type SupplierName, supplierNames } from './api-types.ts'
import { itemNumberText } from './catalogue-fields.ts'
import { isoTime } from './fields.ts'
import { route } from './route.ts'

/** Decimal text in the account's own unit, such as `5310.5`. */
const Amount = z.string()
const Account = z.enum(supplierNames as [SupplierName, ...SupplierName[]])

const PausedItem = z.object({
  itemid: z.number(),
  name: z.string(),
  imgpath: z.string(),
  /** What its packs cost together; null where no list has them. */
  cost: z.nullable(Amount),
  pausedAt: z.nullable(isoTime()),
  /** It is sold all the same. */
  isOverridden: z.boolean(),
  /** What people say of its stock: it may be out of stock besides. */
  inStock: z.boolean(),
})
export type PausedItem = z.output<typeof PausedItem>

/** A supplier's account: what it holds, how long that lasts, how it delivers. */
export const SupplierAccount = z.object({
  account: Account,
  /** `coins`, `USD`; empty while it was never read. */
  unit: z.string(),
  /** As it was told at `readAt`; null while it was never told. */
  balance: z.nullable(z.object({ amount: Amount, readAt: isoTime() })),
  /** Since when it does not tell its balance, and what came instead. */
  unresponsiveSince: z.nullable(isoTime()),
  lastError: z.string(),
  /** Purchases rest until then, since it did not answer them. */
  cooldownUntil: z.nullable(isoTime()),
  /** What paid orders still need of it. */
  waiting: z.object({ orders: z.number(), units: z.number(), cost: Amount, oldestAt: z.nullable(isoTime()) }),
  /** Left for new orders; negative where it does not reach for the paid ones. Null: not known. */
  available: z.nullable(Amount),
  /** How it is spent now: by the last hour, by the day, or too little to say. */
  spendRate: z.object({
    over: z.enum(['hour', 'day', 'few']),
    perHour: z.nullable(Amount),
    runwayMs: z.nullable(z.number()),
    spentLastHour: Amount,
    spentLastDay: Amount,
    /** Packs of the day without a known price, which the sums lack. */
    unpriced: z.number(),
  }),
  /** The balance over the last day. */
  history: z.array(z.object({ at: isoTime(), amount: Amount })),
  /** The last 24 hours, as they were counted; null while they were not. Times in seconds, null for too few. */
  day: z.nullable(
    z.object({
      countedAt: isoTime(),
      asked: z.number(),
      delivered: z.number(),
      rejected: z.number(),
      unknown: z.number(),
      /** Per cent, one decimal; null for too few. */
      deliveredPercent: z.nullable(z.number()),
      medianSeconds: z.nullable(z.number()),
      p90Seconds: z.nullable(z.number()),
      /** By the supplier's code, `returned` for what was accepted and given back; the most frequent first. */
      rejections: z.array(z.object({ code: z.string(), count: z.number() })),
    }),
  ),
  /** How many items are bought there, and which of them are paused. */
  items: z.number(),
  /** Packs that were bought from an earlier account, and that nobody but a person can find out about. */
  earlierUnits: z.number(),
  paused: z.array(PausedItem),
  isLow: z.boolean(),
  settings: z.object({
    /** Somebody is told below it; null: never. */
    lowBalanceLevel: z.nullable(Amount),
    /** It comes from the shop's settings, since nobody has chosen one here. */
    isUsual: z.boolean(),
    reserve: Amount,
    isAutoPauseOn: z.boolean(),
    version: z.number(),
  }),
  /** Where the account is topped up; empty where nobody has said. */
  topUpUrl: z.string(),
})
export type SupplierAccount = z.output<typeof SupplierAccount>

export const suppliers = route({
  method: 'GET',
  path: '/admin/suppliers',
  auth: { permission: 'suppliers.view' },
  summary:
    'The supplier accounts: balances, how long they last, paused items, how they delivered in 24 hours',
  result: z.array(SupplierAccount),
  errors: [],
  errorField: 'message',
})

const which = () => z.strictObject({ account: Account })

export const refreshSupplier = route({
  method: 'POST',
  path: '/admin/suppliers/:account/refresh',
  auth: { permission: 'suppliers.view' },
  summary: 'Ask an account for its balance now; within five seconds of the last time, what is known is told',
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
  summary: 'Set an account’s alarm, its reserve, and whether items pause by themselves',
  params: which(),
  body: z.strictObject({
    /** Empty: as the shop's settings say. */
    lowBalanceLevel: amountTyped('Alarm'),
    reserve: amountTyped('Reserve'),
    isAutoPauseOn: z.boolean(),
    /** `settings.version` as it was seen. */
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
  summary: 'Sell a paused item all the same, until the balance covers it again',
  params: z.strictObject({ itemid: itemNumberText() }),
  body: z.strictObject({}),
  result: z.object({ message: z.string() }),
  errors: ['item_not_found'],
  errorField: 'message',
})
