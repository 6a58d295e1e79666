import type { QueryFilter, Types } from 'mongoose'

/*
 * Filters and updates that the compiler reads. Neither library does: mongoose's `UpdateQuery` takes any key, and of the
 * driver's strict types everything below a field that may be null is `unknown`, so that `'payment.state': 'stuk'` passes.
 *
 * A key that is put together at run time (`units.${index}.state`) makes an index signature of any text, which these
 * types refuse: write a helper that takes the element's own type, over `below`.
 */

/** Values of which no path leads further down. */
type Whole = string | number | boolean | bigint | Date | Types.ObjectId | ArrayBufferView

/** So many names a path has at most, the numbers of list elements not counted. */
type Fewer = [never, 0, 1, 2, 3, 4]

/** The dotted paths of a document: `due.fulfil.at`, `units.${number}.state`. */
export type Paths<T, Names extends number = 4> = Names extends 0
  ? never
  : { [K in keyof T & string]: K | PathsBelow<K, NonNullable<T[K]>, Fewer[Names] & number> }[keyof T & string]

type PathsBelow<K extends string, V, Names extends number> = V extends Whole
  ? never
  : V extends readonly (infer E)[]
    ? `${K}.${number}` | (E extends Whole ? never : `${K}.${number}.${Paths<E, Names>}`)
    : `${K}.${Paths<V, Names>}`

/** What stands at a path. */
export type At<T, P extends string> = P extends keyof T
  ? T[P]
  : P extends `${infer K}.${infer Rest}`
    ? K extends keyof T
      ? AtBelow<NonNullable<T[K]>, Rest>
      : never
    : never

type AtBelow<V, Rest extends string> = V extends readonly (infer E)[]
  ? Rest extends `${number}.${infer Deeper}`
    ? At<E, Deeper>
    : E
  : At<V, Rest>

/** What `$set` may write into a document. */
export type SetFields<T> = { [P in Paths<T>]?: At<T, P> }

/** What `$inc` may add to: numbers alone. */
export type IncFields<T> = { [P in Paths<T> as At<T, P> extends number ? P : never]?: number }

/** What `$push` may append, one at a time: lists alone. */
export type PushFields<T> = {
  [P in Paths<T> as NonNullable<At<T, P>> extends readonly unknown[] ? P : never]?: NonNullable<
    At<T, P>
  > extends readonly (infer E)[]
    ? E
    : never
}

/** What must hold of a document for a write to happen. */
export type Guard<T> = { [P in Paths<T>]?: At<T, P> | Test<At<T, P>> } & { $or?: Guard<T>[] }

type Test<V> = {
  $in?: readonly V[]
  $ne?: V
  $gt?: V
  $lte?: V
  $exists?: boolean
  $size?: number
  $not?: Test<V>
  $elemMatch?: [V] extends [readonly (infer E)[]] ? Guard<E> : never
}

/** For mongoose, whose own type of a filter cannot take this one. */
export const asFilter = <T>(guard: Guard<T>): QueryFilter<T> => guard as QueryFilter<T>

/** An update with the operators that are used here. */
export type Update<T> = {
  $set?: SetFields<T>
  $inc?: IncFields<T>
  $push?: PushFields<T>
}

/** The same fields under the path of what holds them: `below('units.2', { state })` is `{ 'units.2.state': state }`. */
export function prefixPath<P extends string, F extends object>(
  path: P,
  fields: F,
): { [K in keyof F & string as `${P}.${K}`]: F[K] } {
  const moved = Object.entries(fields).map(([name, value]) => [`${path}.${name}`, value])
  return Object.fromEntries(moved)
}
