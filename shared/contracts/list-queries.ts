import * as z from 'zod/mini'
import { idText, isoDay } from './fields.ts'
import { latinDigits } from './latin-digits.ts'
import { isIntegerPaise } from './money.ts'

/** One page of a list that is newest first: its size and number, or the rows after `cursor`. */
export const pageQuery = {
  limit: z.optional(z.coerce.number().check(z.int(), z.gte(1), z.lte(500))),
  page: z.optional(z.coerce.number().check(z.int(), z.gte(1), z.lte(10_000))),
  cursor: z.optional(idText()),
}

/** A search text, as typed or pasted. */
export const searchText = () =>
  z.optional(z.string().check(z.overwrite(latinDigits), z.trim(), z.maxLength(100)))

/** Days in India; both ends are included. */
export const dayRange = { from: z.optional(isoDay()), to: z.optional(isoDay()) }

/** How many rows match, and how many there are without any filter. */
export const ListCount = z.object({ matching: z.number(), all: z.number() })
export type ListCount = z.output<typeof ListCount>

/**
 * A row's position in a list: sort value and id, as `platform/paginated-list.ts` writes it. Sent back
 * unchanged.
 */
export const listCursor = (pattern = /^-?\d{1,15}\.[A-Za-z0-9_-]{1,64}$/) =>
  z.string().check(z.regex(pattern, 'must be a cursor of this list'))

/**
 * A part of a list of any length: the rows after `cursor` or before `before`, else the page of that
 * number.
 * @param cursor the form of the list's cursors, where its ids have one of their own
 */
export const paginatedListQuery = (cursor?: RegExp) => ({
  limit: z.optional(z.coerce.number().check(z.int(), z.gte(1), z.lte(500))),
  page: z.optional(z.coerce.number().check(z.int(), z.gte(1), z.lte(1_000_000))),
  cursor: z.optional(listCursor(cursor)),
  before: z.optional(listCursor(cursor)),
})

/** Cursors of the next and the previous part of a long list; null where it ends. */
export const pageCursors = { next: z.nullable(z.string()), previous: z.nullable(z.string()) }

/** Rupees in a query, below 0 for a debit. */
export const rupeesQuery = () =>
  z.optional(
    z.coerce
      .number()
      .check(
        z.gte(-10_000_000),
        z.lte(10_000_000),
        z.refine(isIntegerPaise, 'must have at most two decimals'),
      ),
  )
