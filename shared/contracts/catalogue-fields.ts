import * as z from 'zod/mini'
import { ProductType } from './catalogue.ts'
import { isIntegerPaise } from './money.ts'

/** Fields of products and items as admins write them. The sentences are shown to them as they stand. */

/** A text that must say something. */
export const neededText = (name: string, max: number) =>
  z.string(`${name} is required.`).check(z.trim(), z.minLength(1, `${name} is required.`), z.maxLength(max))

/** Rupees that somebody pays: at least one paisa, at most a crore, whole paise. */
export const price = (name: string) => {
  const fault = `A valid ${name} is required.`
  return z.number(fault).check(z.gt(0, fault), z.lte(10_000_000, fault), z.refine(isIntegerPaise, fault))
}

/** Where a picture lies: an address of ours, or one of the web. */
export const imagePath = /^(\/(?!\/)|https:\/\/)[^\s"'<>\\]+$/

export const imagePathFault = 'Image Path must begin with / or https://.'

/** A product's or item's version as the admin saw it: the edit of another one is not written over. */
export const expectedVersion = () => z.optional(z.number().check(z.int(), z.gte(0), z.lte(1_000_000_000)))

const typeLetters = ProductType.options.map((type) => [...type].join('\\s*')).join('|')

/** A product's type, written as one likes: it is stored without whitespace, in capitals. */
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
