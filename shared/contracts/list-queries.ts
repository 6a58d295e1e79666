import * as z from 'zod/mini'
import { idText, isoDay } from './fields.ts'
import { isIntegerPaise } from './money.ts'

/** One page of a list that is newest first: so many rows, and which page, or what stands below the row `cursor`. */
export const pageQuery = {
  limit: z.optional(z.coerce.number().check(z.int(), z.gte(1), z.lte(500))),
  page: z.optional(z.coerce.number().check(z.int(), z.gte(1), z.lte(10_000))),
  cursor: z.optional(idText()),
}

/** Part of what one looks for, as it was typed or pasted. */
export const searchText = () => z.optional(z.string().check(z.trim(), z.maxLength(100)))

/** Days in India; both ends belong to the range. */
export const dayRange = { from: z.optional(isoDay()), to: z.optional(isoDay()) }

/** How many rows there are of what was asked for, and without any filter. */
export const ListCount = z.object({ matching: z.number(), all: z.number() })
export type ListCount = z.output<typeof ListCount>

/** Where a row stands in a long list: what it is ordered by, and its id. Made by the server, given back as it is. */
export const listCursor = () =>
  z.string().check(z.regex(/^-?\d{1,15}\.[A-Za-z0-9_-]{1,64}$/, 'must be a cursor of this list'))

/** A part of a list of any length: what stands below `cursor` or above `before`, else the page of that number. */
export const paginatedListQuery = {
  limit: z.optional(z.coerce.number().check(z.int(), z.gte(1), z.lte(500))),
  page: z.optional(z.coerce.number().check(z.int(), z.gte(1), z.lte(1_000_000))),
  cursor: z.optional(listCursor()),
  before: z.optional(listCursor()),
}

/** The ways on and back from a part of a long list: cursors, null where it ends. */
export const pageCursors = { next: z.nullable(z.string()), previous: z.nullable(z.string()) }

/** Rupees in a query, below 0 where they leave a wallet. */
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

/** What a CSV's lines are on the server; nobody else reads them as JSON. */
export const csvLines = () => z.custom<AsyncIterable<string>>()
