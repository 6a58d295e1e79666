import { supplierNames } from '@jhatpat/shared/contracts/api-types.ts'
import { isIntegerPaise } from '@jhatpat/shared/contracts/money.ts'
import * as z from 'zod'

/** Fields of commands' input. Every value arrives as text. */

export const text = (min: number, max: number) =>
  z.string('must be given').trim().min(min, 'must say something').max(max, `must have at most ${max} letters`)

/** Who or what: a name, an address, an id. */
export const name = (max = 254) => z.string('must be given').trim().min(1, 'must be given').max(max)

export const reason = () => text(3, 300)

export const email = () => z.email({ error: 'must be an e-mail address' }).max(254)

export const time = () =>
  z.iso
    .datetime({ offset: true, error: 'must be a time such as 2026-11-29T14:02:00Z' })
    .transform((text) => new Date(text))

export const flag = () => z.boolean().default(false)

export const supplierAccount = () =>
  z
    .enum(supplierNames as [string, ...string[]], `must be one of ${supplierNames.join(', ')}`)
    .transform((account) => account as (typeof supplierNames)[number])

const number = (fault: string) =>
  z
    .string('must be given')
    .regex(/^-?\d+(\.\d+)?$/, fault)
    .transform(Number)

/** Rupees other than 0, with at most two decimals; negative to deduct. */
export const rupees = () => {
  const fault = 'must be rupees with at most two decimals, such as 250 or -99.50'
  return number(fault).refine(
    (amount) => amount !== 0 && Math.abs(amount) <= 10_000_000 && isIntegerPaise(amount),
    fault,
  )
}

export const wholeNumber = (min: number, max: number) => {
  const fault = `must be a whole number from ${min} to ${max}`
  return number(fault).refine((value) => Number.isInteger(value) && value >= min && value <= max, fault)
}
