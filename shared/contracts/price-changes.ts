import * as z from 'zod/mini'
import { price } from './catalogue-fields.ts'
import { idText, isoTime } from './fields.ts'
import { route } from './route.ts'

/** The prices that a set changes: what customers pay, and what resellers do. */
export const PriceField = z.enum(['discountedprice', 'resellprice'])
export type PriceField = z.output<typeof PriceField>

/** A set takes so many prices at most: it is applied in one transaction. */
export const maxPrices = 400

/** So far ahead may a set be planned. */
export const maxScheduleAheadMs = 90 * 86_400_000

/**
 * `planned`: waits for its time. `applied`: each price stands as it was set. `partly`: some were refused. `refused`: all
 * were. `cancelled`: taken back before its time.
 */
export const PriceChangeState = z.enum(['planned', 'applied', 'partly', 'refused', 'cancelled'])
export type PriceChangeState = z.output<typeof PriceChangeState>

/**
 * What became of a price: `applied`; `same`: it stood there already; `changed`: it was another one by then than the set
 * was made from, and was left alone; `gone`: the item is no longer there; `held`: it would be lowered, what
 * its item costs has gone up since, and one of its lowered prices would leave less than its floor. Null while the set waits.
 */
export const PriceResult = z.enum(['applied', 'same', 'changed', 'gone', 'pending'])
export type PriceResult = z.output<typeof PriceResult>

/** Why a price needs an owner: below the known cost, or more than 20 % less within 24 hours. */
export const PriceRisk = z.enum(['below_cost', 'drop'])
export type PriceRisk = z.output<typeof PriceRisk>

/** What became of the prices of a set that were held back: `open`: nobody has said yet. */
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
  /** What it was instead, where it is `changed`. */
  found: z.optional(z.number()),
  /** What the item cost when this was decided, or when it was planned while it waits; absent where nobody knew. */
  cost: z.optional(z.number()),
  /** Where it needs an owner, or an owner has set it: reason. */
  risk: z.optional(PriceRisk),
  /** Where it is `held`: what it cost when it was planned. */
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
  /** The set whose prices this one brought back; empty: none. */
  rollsBackId: z.string(),
  /** The set that brought back the prices of before this one; empty: none did. */
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
  summary: 'Sets of prices, the latest first: planned, applied and cancelled',
  query: z.strictObject({
    limit: z.optional(z.coerce.number().check(z.int(), z.gte(1), z.lte(100))),
    cursor: z.optional(idText()),
    /** Nothing but those with prices that were held back. */
    only: z.optional(z.enum(['pending'])),
  }),
  /**
   * `planned`: those that wait, the next one first; `held`: those with prices that were held back and nobody has answered;
   * both with the first page alone. `next`: a cursor, empty on the last page.
   */
  result: z.object({
    planned: z.array(PriceChange),
    pending: z.array(PriceChange),
    sets: z.array(PriceChange),
    next: z.string(),
  }),
  errors: ['not_found'],
  errorField: 'message',
})

export const createPriceChange = route({
  method: 'POST',
  path: '/admin/price-changes',
  auth: { permission: 'catalogue.prices' },
  summary:
    'Change prices together, now or at a time: each one only if it still is what it is changed from, which is answered price by price',
  body: z.strictObject({
    prices: z
      .array(
        z.strictObject({
          itemid: z.number().check(z.int(), z.gte(1), z.lte(999_999_999)),
          field: PriceField,
          from: price('price of before'),
          to: price('price'),
        }),
      )
      .check(
        z.minLength(1),
        z.maxLength(maxPrices, `A set takes ${maxPrices} prices at most.`),
        z.refine(eachOnce, 'A price stands in a set once.'),
      ),
    reason: reason(),
    /** Left out: now. */
    applyAt: z.optional(z.iso.datetime()),
    /** With `applyAt`: lowered prices are held back whose items cost more by then, and would leave less than the floor. */
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
  summary: 'Take back a set that still waits for its time',
  params: whichSet(),
  result: Saved,
  errors: ['not_found', 'price_change_ended'],
  errorField: 'message',
  idempotent: true,
})

/** A price as it would be rolled back: `now` is what stands there. */
const PreviewedPrice = z.extend(z.omit(ChangedPrice, { found: true }), {
  result: PriceResult,
  now: z.optional(z.number()),
})
export type PreviewedPrice = z.output<typeof PreviewedPrice>

export const previewRollBack = route({
  method: 'GET',
  path: '/admin/price-changes/:id/rollback',
  auth: { permission: 'catalogue.prices' },
  summary: 'What rolling a set back would change now; nothing is written',
  params: whichSet(),
  result: z.object({ prices: z.array(PreviewedPrice) }),
  errors: ['not_found', 'price_change_not_applied', 'price_change_rolled_back'],
  errorField: 'message',
})

export const rollBackPriceChange = route({
  method: 'POST',
  path: '/admin/price-changes/:id/rollback',
  auth: { permission: 'catalogue.prices' },
  summary: 'Write the prices of before again, as a set of its own; what was changed since is left alone',
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
    'Answer for prices that were held back: apply them all the same, as a set of its own, or leave them; the first answer counts',
  params: whichSet(),
  body: z.strictObject({ apply: z.boolean() }),
  result: Saved,
  errors: ['not_found', 'price_change_answered', 'price_unconfirmed'],
  asksPrices: true,
  errorField: 'message',
  idempotent: true,
})
