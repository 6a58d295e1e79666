import { Types } from 'mongoose'

/** Ids from `from` up to, but not including, `to`; all following ids without `to`. */
export type IdRange = { from: string; to?: string | undefined }

/** The character after `/`, which separates a document's id from the rest of a ref. */
const afterSlash = '0'

/** The filter for ids that begin with `prefix` and continue within the range. */
export const withPrefix = (prefix: string, { from, to }: IdRange) => ({
  $gte: `${prefix}${from}`,
  $lt: to === undefined ? afterAll(prefix) : `${prefix}${to}`,
})

/** The filter for complete ids within the range. */
export const inRange = ({ from, to }: IdRange): { $gte: string; $lt?: string } => ({
  $gte: from,
  ...(to === undefined ? {} : { $lt: to }),
})

/** The first text after all texts with the prefix. */
export const afterAll = (prefix: string): string =>
  prefix.slice(0, -1) + String.fromCharCode(prefix.charCodeAt(prefix.length - 1) + 1)

/** The range of one document: its id, and refs that continue it after a slash. */
export const rangeOf = (id: string): IdRange => ({ from: id, to: `${id}${afterSlash}` })

/**
 * The end of a range that begins at `from`, given ids that it may end before. It never separates a document from the
 * refs that continue its id after a slash.
 */
export function endOfRange(from: string, candidates: readonly (string | undefined)[]): string | undefined {
  const ends = candidates.flatMap((id) => (id === undefined ? [] : [wholeOf(id)]))
  const [first] = ends.sort(byCode)
  if (first === undefined) return undefined
  return first > from ? first : `${from}${afterSlash}`
}

/** The part of an id before the first character that sorts before letters and digits, such as the slash. */
const wholeOf = (id: string): string => id.slice(0, id.search(/[ -/]|$/))

export const byCode = (a: string, b: string): number => (a < b ? -1 : Number(a > b))

/** The smallest ObjectId whose hex digits sort at or after a text; undefined when there is none. */
export function objectIdFrom(text: string): Types.ObjectId | undefined {
  const digits = text.slice(0, text.search(/[^0-9a-f]|$/)).slice(0, 24)
  const next = text.charAt(digits.length)
  const isBetween = next > '9' && next < 'a'
  const isAfter = digits.length === 24 ? next !== '' : next > 'f'
  if (!isAfter) {
    return new Types.ObjectId((isBetween ? `${digits}a` : digits).padEnd(24, '0'))
  }
  if (digits === '') return undefined
  const following = (BigInt(`0x${digits}`) + 1n).toString(16).padStart(digits.length, '0')
  return following.length > digits.length ? undefined : new Types.ObjectId(following.padEnd(24, '0'))
}
