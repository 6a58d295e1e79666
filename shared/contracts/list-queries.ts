import * as z from 'zod/mini'
import { idText, isoDay } from './fields.ts'

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
