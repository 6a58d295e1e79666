import type { QueryFilter, Types } from 'mongoose'

/*
 * Filters and updates that the compiler checks. Neither library does: mongoose's `UpdateQuery`
 * takes any key, and in the driver's strict types everything below a nullable field is `unknown`,
 * so that `'payment.state': 'no-such-state'` passes.
 *
 * A key that is built at run time (`units.${index}.state`) becomes an index signature of any text,
 * which these types refuse: write a helper that takes the element's own type, with `prefixPath`.
 */

/** Values without paths into them. */
type Leaf = string | number | boolean | bigint | Date | Types.ObjectId | ArrayBufferView

/** Limits the names in a path; the numbers of list elements are not counted. */
type Decrement = [never, 0, 1, 2, 3, 4]

/** The dotted paths of a document: `due.fulfil.at`, `units.${number}.state`. */
export type Paths<T, Names extends number = 4> = Names extends 0
  ? never
  : { [K in keyof T & string]: K | PathsBelow<K, NonNullable<T[K]>, Decrement[Names] & number> }[keyof T &
      string]

type PathsBelow<K extends string, V, Names extends number> = V extends Leaf
  ? never
  : V extends readonly (infer E)[]
    ? `${K}.${number}` | (E extends Leaf ? never : `${K}.${number}.${Paths<E, Names>}`)
    : `${K}.${Paths<V, Names>}`

/** The type at a path. */
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

/** The fields that `$set` may write in a document. */
export type SetFields<T> = { [P in Paths<T>]?: At<T, P> }

/** The fields that `$inc` may increment: numbers. */
export type IncFields<T> = { [P in Paths<T> as At<T, P> extends number ? P : never]?: number }

/** The lists that `$push` may append to, one element at a time. */
export type PushFields<T> = {
  [P in Paths<T> as NonNullable<At<T, P>> extends readonly unknown[] ? P : never]?: NonNullable<
    At<T, P>
  > extends readonly (infer E)[]
    ? E
    : never
}

/** The condition of a compare-and-set write. */
export type Guard<T> = { [P in Paths<T>]?: At<T, P> | Comparison<At<T, P>> } & { $or?: Guard<T>[] }

type Comparison<V> = {
  $in?: readonly V[]
  $ne?: V
  $gt?: V
  $lte?: V
  $exists?: boolean
  $size?: number
  $not?: Comparison<V>
  $elemMatch?: [V] extends [readonly (infer E)[]] ? Guard<E> : never
}

/**
 * A guard on one element of a list, by its index. Not null: in MongoDB, equality with null at `units.0.sentAt` matches
 * every order, since no unit has a field that is named `0`.
 */
export type ElementGuard<T> = { [P in keyof Guard<T>]: Exclude<Guard<T>[P], null> }

/** A guard as mongoose's filter, whose type cannot take it. */
export const asFilter = <T>(guard: Guard<T>): QueryFilter<T> => guard as QueryFilter<T>

/** An update with the supported operators. */
export type Update<T> = {
  $set?: SetFields<T>
  $inc?: IncFields<T>
  $push?: PushFields<T>
}

/**
 * Prefixes the names of fields with the path of their container: `prefixPath('units.2', { state })`
 * is `{ 'units.2.state': state }`.
 */
export function prefixPath<P extends string, F extends object>(
  path: P,
  fields: F,
): { [K in keyof F & string as `${P}.${K}`]: F[K] } {
  const prefixed = Object.entries(fields).map(([name, value]) => [`${path}.${name}`, value])
  return Object.fromEntries(prefixed)
}
