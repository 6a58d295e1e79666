import * as z from 'zod/mini'
import { ProductType } from './catalogue.ts'
import { isIntegerPaise } from './money.ts'

/** Fields of products and items as admins enter them. The error texts are shown to admins. */

/** A text that must not be empty. */
export const requiredText = (name: string, max: number) =>
  z.string(`${name} is required.`).check(z.trim(), z.minLength(1, `${name} is required.`), z.maxLength(max))

/** A price in rupees: at least one paisa, at most a crore, whole paise. */
export const price = (name: string) => {
  const fault = `A valid ${name} is required.`
  return z.number(fault).check(z.gt(0, fault), z.lte(10_000_000, fault), z.refine(isIntegerPaise, fault))
}

/** The address of a picture: one of ours, or a web address. */
export const imagePath = /^(\/(?!\/)|https:\/\/)[^\s"'<>\\]+$/

export const imagePathFault = 'Image Path must begin with / or https://.'

/**
 * The version of a product or item on the admin's screen: an edit of an older version is rejected.
 */
export const expectedVersion = () => z.optional(z.number().check(z.int(), z.gte(0), z.lte(1_000_000_000)))

const typeLetters = ProductType.options.map((type) => [...type].join('\\s*')).join('|')

/** A product's type, in any spelling: it is stored without whitespace, in capitals. */
export const productType = () =>
  z.pipe(
    z
      .string('Type is required.')
      .check(
        z.minLength(1, 'Type is required.'),
        z.maxLength(40),
        z.regex(
          new RegExp(`^\\s*(${typeLetters})\\s*$`, 'i'),
          `Type must be ${ProductType.options.join(', ')}.`,
        ),
      ),
    z.pipe(z.transform(storedType), ProductType),
  )

/** `  m lbb ` → `MLBB` */
export const storedType = (text: string): string => text.replaceAll(/\s+/g, '').toUpperCase()

/** An item's number in an address. */
export const itemNumberText = () =>
  z.pipe(
    z.string().check(z.regex(/^[1-9]\d{0,8}$/, 'must be the number of an item')),
    z.transform((text) => Number(text)),
  )
