import * as z from 'zod/mini'
import { price } from './catalogue-fields.ts'
import { idText, isoTime } from './fields.ts'
import { listCursor } from './list-queries.ts'
import { route } from './route.ts'

/** The prices that a price change may contain: for customers and for resellers. */
export const PriceField = z.enum(['discountedprice', 'resellprice'])
export type PriceField = z.output<typeof PriceField>

/** Maximal number of prices of a price change: it is applied in one transaction. */
export const maxPrices = 400

/** How far ahead a price change may be scheduled, in ms. */
export const maxScheduleAheadMs = 90 * 86_400_000

/**
 * `planned`: scheduled. `applied`: each price was set. `partly`: some were rejected. `refused`: all
 * were. `cancelled`: before its time.
 */
export const PriceChangeState = z.enum(['planned', 'applied', 'partly', 'refused', 'cancelled'])
export type PriceChangeState = z.output<typeof PriceChangeState>

/**
 * The result of a price: `applied`; `same`: it had that value already; `changed`: it had been
 * changed in between and was left unchanged; `gone`: the item no longer exists; `pending`: it is
 * lowered, its cost has risen since, and a lowered price would be below its floor. Null while
 * scheduled.
 */
export const PriceResult = z.enum(['applied', 'same', 'changed', 'gone', 'pending'])
export type PriceResult = z.output<typeof PriceResult>

/** Why a price needs an owner: below the known cost, or more than 20 % less within 24 hours. */
export const PriceRisk = z.enum(['below_cost', 'drop'])
export type PriceRisk = z.output<typeof PriceRisk>

/** The decision about pending prices; `open`: none yet. */
export const PendingPrices = z.enum(['none', 'open', 'applied', 'dropped'])
export type PendingPrices = z.output<typeof PendingPrices>

/** In rupees. */
const ChangedPrice = z.object({
  itemid: z.number(),
  name: z.string(),
  field: PriceField,
  from: z.number(),
  to: z.number(),
  result: z.nullable(PriceResult),
  /** The current price, where it is `changed`. */
  found: z.optional(z.number()),
  /**
   * The item's cost at the decision, or at the scheduling while it waits; absent where not known.
   */
  cost: z.optional(z.number()),
  /** Why it needs an owner, or needed one when an owner set it. */
  risk: z.optional(PriceRisk),
  /** Where it is `pending`: the cost at the scheduling. */
  costBefore: z.optional(z.number()),
})
export type ChangedPrice = z.output<typeof ChangedPrice>

export const PriceChange = z.object({
  id: z.string(),
  state: PriceChangeState,
  /** The admin's name. */
  by: z.string(),
  reason: z.string(),
  createdAt: isoTime(),
  applyAt: isoTime(),
  endedAt: z.nullable(isoTime()),
  prices: z.array(ChangedPrice),
  /** The price change that this one rolls back; empty: none. */
  rollsBackId: z.string(),
  /** The price change that rolled this one back; empty: none. */
  rolledBackBy: z.string(),
  pending: PendingPrices,
})
export type PriceChange = z.output<typeof PriceChange>

const eachOnce = (prices: readonly { itemid: number; field: string }[]) =>
  new Set(prices.map(({ itemid, field }) => `${itemid}:${field}`)).size === prices.length

const reason = () => z._default(z.string().check(z.trim(), z.maxLength(200)), '')
const Saved = z.object({ message: z.string(), set: PriceChange })
const whichSet = () => z.strictObject({ id: idText() })

export const priceChanges = route({
  method: 'GET',
  path: '/admin/price-changes',
  auth: { permission: 'catalogue.view' },
  summary: 'Price changes, the latest first: scheduled, applied and cancelled',
  query: z.strictObject({
    limit: z.optional(z.coerce.number().check(z.int(), z.gte(1), z.lte(100))),
    cursor: z.optional(listCursor()),
    /** Only those with pending prices. */
    only: z.optional(z.enum(['pending'])),
  }),
  /**
   * `planned`: scheduled ones, the next one first; `pending`: those with undecided pending prices;
   * both on the first page only. `next`: a cursor, empty on the last page.
   */
  result: z.object({
    planned: z.array(PriceChange),
    pending: z.array(PriceChange),
    sets: z.array(PriceChange),
    next: z.string(),
  }),
  errors: [],
  errorField: 'message',
})

export const createPriceChange = route({
  method: 'POST',
  path: '/admin/price-changes',
  auth: { permission: 'catalogue.prices' },
  summary:
    'Change several prices, now or at a given time; a price that no longer has its expected value is left unchanged, and the reply has a result for each',
  body: z.strictObject({
    prices: z
      .array(
        z.strictObject({
          itemid: z.number().check(z.int(), z.gte(1), z.lte(999_999_999)),
          field: PriceField,
          from: price('previous price'),
          to: price('price'),
        }),
      )
      .check(
        z.minLength(1),
        z.maxLength(maxPrices, `A set takes ${maxPrices} prices at most.`),
        z.refine(eachOnce, 'A price stands in a set once.'),
      ),
    reason: reason(),
    /** Without it: now. */
    applyAt: z.optional(z.iso.datetime()),
    /**
     * With `applyAt`: lowered prices become pending where the item's cost has risen and they would
     * be below the floor.
     */
    reviewsCost: z._default(z.boolean(), false),
  }),
  result: Saved,
  errors: ['price_change_time', 'price_unconfirmed'],
  asksPrices: true,
  errorField: 'message',
  idempotent: true,
})

export const cancelPriceChange = route({
  method: 'POST',
  path: '/admin/price-changes/:id/cancel',
  auth: { permission: 'catalogue.prices' },
  summary: 'Cancel a scheduled price change',
  params: whichSet(),
  result: Saved,
  errors: ['not_found', 'price_change_ended'],
  errorField: 'message',
  idempotent: true,
})

/** A price as it would be rolled back: `now` is its current value. */
const PreviewedPrice = z.extend(z.omit(ChangedPrice, { found: true }), {
  result: PriceResult,
  now: z.optional(z.number()),
})
export type PreviewedPrice = z.output<typeof PreviewedPrice>

export const previewRollBack = route({
  method: 'GET',
  path: '/admin/price-changes/:id/rollback',
  auth: { permission: 'catalogue.prices' },
  summary: 'A preview of rolling back a price change; nothing is written',
  params: whichSet(),
  result: z.object({ prices: z.array(PreviewedPrice) }),
  errors: ['not_found', 'price_change_not_applied', 'price_change_rolled_back'],
  errorField: 'message',
})

export const rollBackPriceChange = route({
  method: 'POST',
  path: '/admin/price-changes/:id/rollback',
  auth: { permission: 'catalogue.prices' },
  summary: 'Restore the previous prices, as a new price change; prices changed since are left unchanged',
  params: whichSet(),
  body: z.strictObject({ reason: reason() }),
  result: Saved,
  errors: [
    'not_found',
    'price_change_not_applied',
    'price_change_rolled_back',
    'price_change_stale',
    'price_unconfirmed',
  ],
  asksPrices: true,
  errorField: 'message',
  idempotent: true,
})

export const decidePendingPrices = route({
  method: 'POST',
  path: '/admin/price-changes/:id/pending',
  auth: { permission: 'catalogue.prices' },
  summary:
    'Decide about pending prices: apply them as a new price change, or drop them; the first decision counts',
  params: whichSet(),
  body: z.strictObject({ apply: z.boolean() }),
  result: Saved,
  errors: ['not_found', 'price_change_answered', 'price_unconfirmed'],
  asksPrices: true,
  errorField: 'message',
  idempotent: true,
})
