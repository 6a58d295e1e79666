import * as z from 'zod/mini'

/** Building blocks of request schemas. Bounds keep hostile input small; messages are sentences for people. */

export const shortText = (max = 200) => z.string().check(z.trim(), z.minLength(1), z.maxLength(max))

/** An id in a path: our own ids and Mongo ids, nothing that could be an operator. */
export const idText = () => z.string().check(z.regex(/^[A-Za-z0-9_-]{1,64}$/, 'must be an id'))

/** Order and top-up references such as `JP261121K7Q2MD`. */
export const clientTxnId = () =>
  z.string().check(z.regex(/^[A-Z0-9]{6,40}$/, 'must be a transaction id such as JP261121K7Q2MD'))

/** A day as `dd-mm-yyyy`. */
export const wireDate = () => z.string().check(z.regex(/^\d{2}-\d{2}-\d{4}$/, 'must be a date as dd-mm-yyyy'))

export const isoTime = () => z.string()

/** The shop's numeric item id; digits in a string are taken too. */
export const itemNumber = () =>
  z.pipe(
    z.union([z.number(), z.string().check(z.regex(/^\d{1,9}$/))]),
    z.transform((value) => Number(value)),
  )

/** Rupees with at most two decimals, as the wire carries money. */
export const rupees = () =>
  z.number().check(
    z.gte(0),
    z.lte(10_000_000),
    z.refine((value) => Number.isInteger(Math.round(value * 1e6) / 1e4), 'must have at most two decimals'),
  )
