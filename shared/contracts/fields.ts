import * as z from 'zod/mini'
import { latinDigits } from './latin-digits.ts'
import { isIntegerPaise } from './money.ts'
import { staffRoles } from './permissions.ts'

/**
 * Building blocks of request schemas. Limits keep hostile input small; messages are sentences for
 * people.
 */

export const shortText = (max = 200) => z.string().check(z.trim(), z.minLength(1), z.maxLength(max))

/** One of the two texts that a customer fills in for an order. */
export const playerText = (max: number) =>
  z.string().check(z.overwrite(latinDigits), z.trim(), z.minLength(1), z.maxLength(max))

/** An id in a path: our own ids and Mongo ids, without characters that could form an operator. */
export const idText = () => z.string().check(z.regex(/^[A-Za-z0-9_-]{1,64}$/, 'must be an id'))

/** The role of a staff member. */
export const StaffRole = z.enum(staffRoles)

/** A user's `_id`. */
export const userId = () => z.string().check(z.regex(/^[0-9a-f]{24}$/, 'must be the _id of a user'))

/** Order and top-up references such as `JP261121K7Q2MD`. */
export const clientTxnId = () =>
  z.string().check(z.regex(/^[A-Z0-9]{6,40}$/, 'must be a transaction id such as JP261121K7Q2MD'))

export const emailAddress = () =>
  z
    .string()
    .check(
      z.trim(),
      z.maxLength(254),
      z.regex(/^[^\s@<>"',;:()[\]\\]{1,64}@[a-z0-9-]+(\.[a-z0-9-]+)+$/i, 'Please enter a valid email.'),
    )

export const mobileNumber = () =>
  z
    .string()
    .check(z.overwrite(latinDigits), z.trim(), z.regex(/^\d{10}$/, 'Please enter a valid mobile number.'))

export const otpCode = () =>
  z.string().check(z.overwrite(latinDigits), z.trim(), z.regex(/^\d{6}$/, 'Please enter a valid OTP.'))

/** For choosing a password; the login accepts any text. */
export const newPassword = () =>
  z.string().check(z.minLength(8, 'The password needs at least 8 characters.'), z.maxLength(200))

/** A day as `dd-mm-yyyy`. */
export const wireDate = () => z.string().check(z.regex(/^\d{2}-\d{2}-\d{4}$/, 'must be a date as dd-mm-yyyy'))

/** A day as `yyyy-mm-dd`, as date inputs and our own addresses write it. */
export const isoDay = () =>
  z.string().check(
    z.regex(/^\d{4}-\d{2}-\d{2}$/, 'must be a day as yyyy-mm-dd'),
    z.refine((day) => !Number.isNaN(Date.parse(day)), 'must be a day as yyyy-mm-dd'),
  )

export const isoTime = () => z.string()

/** The shop's numeric item id; digits in a string are accepted too. */
export const itemNumber = () =>
  z.pipe(
    z.union([z.number(), z.string().check(z.overwrite(latinDigits), z.regex(/^\d{1,9}$/))]),
    z.transform((value) => Number(value)),
  )

/** Rupees on the wire: what `toPaise` accepts, from 0 to a crore. */
export const rupees = () =>
  z.number().check(z.gte(0), z.lte(10_000_000), z.refine(isIntegerPaise, 'must have at most two decimals'))
