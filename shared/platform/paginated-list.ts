import type { Model, QueryFilter, Types } from 'mongoose'
import { AppError } from './app-error.ts'

/**
 * The field and direction that a long list is sorted by; the id decides between rows with equal
 * values.
 */
export type PageSort<Field extends string> = { by: Field; direction: 1 | -1 }

/** Which part: after the row of `cursor`, before that of `before`, else the page of that number. */
export type SliceQuery = {
  limit?: number | undefined
  page?: number | undefined
  cursor?: string | undefined
  before?: string | undefined
}

/** `next` and `previous` are values for `cursor` and `before`; null where the list ends. */
export type Page<Doc> = { rows: Doc[]; next: string | null; previous: string | null }

/**
 * `index` begins with the fields that `filter` compares by equality, then has the sort field and
 * the id.
 */
export type PaginatedList<Doc, Field extends string> = {
  filter: QueryFilter<Doc>
  order: PageSort<Field>
  index: string
  /** `filter` matches every document of the collection. */
  isAll?: boolean | undefined
  /**
   * Very many rows have equal values of the sort field; equal rows before the cursor are then
   * skipped by the index, too.
   */
  hasManyEqual?: boolean | undefined
  /** Only these fields of the rows are read. */
  fields?: Record<string, 1> | undefined
}

/**
 * The deepest row that a page number reaches, since the index is walked up to it; a cursor has no
 * limit.
 */
export const maxPageDepth = 50_000

/** Rows are counted up to here, and shown as "10,000+". */
export const maxCountedRows = 10_000

/** Maximal time of a query: one that no index bounds must not keep the database busy. */
const maxQueryMs = 10_000

type Listed = { _id: string | Types.ObjectId }
/** The position of a row in a list: its sort value, a time in ms, and its id. */
type Cursor = { value: number; id: string }

/**
 * Reads one part of a list of any length: from the index, as many rows as are shown and one more to
 * know whether others follow.
 * @throws AppError `page_too_deep` for a page that only a cursor reaches
 */
export async function readPage<Doc extends Listed, Field extends string>(
  model: Model<Doc>,
  list: PaginatedList<Doc, Field>,
  { limit = 50, page = 1, cursor, before }: SliceQuery,
): Promise<Page<Doc>> {
  const isBack = before !== undefined
  const start = before ?? cursor
  const edge = start === undefined ? await cursorOfPage(model, list, (page - 1) * limit) : readCursor(start)
  if (edge === 'beyond') return { rows: [], next: null, previous: null }
  const direction = isBack ? reversed(list.order.direction) : list.order.direction
  const order = { ...list.order, direction }
  const found = await model
    .find(
      {
        $and: [list.filter, afterCursor(edge, list, { direction, isIncluded: start === undefined })],
      } as QueryFilter<Doc>,
      list.fields,
    )
    .sort(sortSpec(order))
    .hint(list.index)
    .limit(limit + 1)
    .maxTimeMS(maxQueryMs)
    .lean<Doc[]>()
  const hasMore = found.length > limit
  const shown = found.slice(0, limit)
  const rows = isBack ? shown.reverse() : shown
  return {
    rows,
    ...cursorsOf(rows, list.order.by, { isBack, hasMore, isFirst: start === undefined && page === 1 }),
  }
}

type Count = { count: number; hasMore: boolean }

/** A list of fewer rows is counted on each request, which takes some 2 ms at most. */
const maxUncachedCount = 1_000

/** How long a count is cached, in ms: `more` for one above the limit, `many` for an exact one. */
const cacheMs = { more: 60_000, many: 5_000 }

/** Cached counts of long lists. */
const counts = new Map<string, Count & { until: number }>()

/**
 * Counts a list up to `maxCountedRows`, a whole collection beyond it. Counts above a thousand are
 * cached so that turning pages does not count each time: for five seconds, and for a minute when
 * they are above the limit.
 */
export async function countPaginatedList<Doc>(
  model: Model<Doc>,
  { filter, index, isAll = false }: Pick<PaginatedList<Doc, string>, 'filter' | 'index' | 'isAll'>,
): Promise<Count> {
  // MongoDB maintains the count of a whole collection, but not of a part.
  const all = isAll ? await model.estimatedDocumentCount() : 0
  if (all > maxUncachedCount) return { count: all, hasMore: false }
  const key = `${model.db.name}/${index}/${JSON.stringify(filter)}`
  return cachedCount(key) ?? cacheCount(key, await countUpTo(model, filter, index))
}

async function countUpTo<Doc>(model: Model<Doc>, filter: QueryFilter<Doc>, index: string): Promise<Count> {
  const found = await model
    .countDocuments(filter)
    .hint(index)
    .limit(maxCountedRows + 1)
    .maxTimeMS(maxQueryMs)
  return { count: Math.min(found, maxCountedRows), hasMore: found > maxCountedRows }
}

function cachedCount(key: string): Count | undefined {
  const kept = counts.get(key)
  return kept && kept.until > performance.now() ? kept : undefined
}

function cacheCount(key: string, count: Count): Count {
  if (counts.size >= 500) counts.clear()
  const ms = count.hasMore ? cacheMs.more : cacheMs.many
  if (count.count > maxUncachedCount) counts.set(key, { ...count, until: performance.now() + ms })
  return count
}

export const sortSpec = <Field extends string>({ by, direction }: PageSort<Field>) =>
  (by === '_id' ? { _id: direction } : { [by]: direction, _id: direction }) as Record<string, 1 | -1>

/** Where a page begins: the row `rows` after the first. Only the index is read. */
async function cursorOfPage<Doc extends Listed, Field extends string>(
  model: Model<Doc>,
  { filter, order, index }: PaginatedList<Doc, Field>,
  rows: number,
): Promise<Cursor | undefined | 'beyond'> {
  if (rows === 0) return undefined
  if (rows > maxPageDepth) throw new AppError('page_too_deep', { field: 'page' })
  const found = await model
    .find(filter, { _id: 1, [order.by]: 1 })
    .sort(sortSpec(order))
    .hint(index)
    .skip(rows)
    .limit(1)
    .maxTimeMS(maxQueryMs)
    .lean<Doc[]>()
  const [first] = found
  return first ? { value: orderValue(first, order.by), id: String(first._id) } : 'beyond'
}

function cursorsOf<Doc extends Listed>(
  rows: Doc[],
  by: string,
  { isBack, hasMore, isFirst }: { isBack: boolean; hasMore: boolean; isFirst: boolean },
): Pick<Page<Doc>, 'next' | 'previous'> {
  const [first, last] = [rows.at(0), rows.at(-1)]
  if (!first || !last) return { next: null, previous: null }
  return {
    next: isBack || hasMore ? writeCursor(last, by) : null,
    previous: (isBack ? hasMore : !isFirst) ? writeCursor(first, by) : null,
  }
}

const reversed = (direction: 1 | -1): 1 | -1 => (direction === 1 ? -1 : 1)

function orderValue(row: Listed, by: string): number {
  const value = (row as unknown as Record<string, unknown>)[by]
  return value instanceof Date ? value.getTime() : Number(value)
}

/**
 * `1763750000000.JP261121K7Q2MDX4`: sort value and id, so that no lookup is needed to continue from
 * the row.
 */
const writeCursor = (row: Listed, by: string) => cursorText(orderValue(row, by), row._id)

/** The cursor of the row with this sort value and id. */
export const cursorText = (value: number, id: unknown): string => `${value}.${id}`

/** The sort value and the id in a cursor; the contract has checked its form (`listCursor`). */
export function readCursor(cursor: string): Cursor {
  const dot = cursor.indexOf('.')
  return { value: Number(cursor.slice(0, dot)), id: cursor.slice(dot + 1) }
}

function afterCursor(
  edge: Cursor | undefined,
  { order: { by }, hasManyEqual }: Pick<PaginatedList<unknown, string>, 'order' | 'hasManyEqual'>,
  { direction, isIncluded }: { direction: 1 | -1; isIncluded: boolean },
): Record<string, unknown> {
  if (!edge) return {}
  const value = /^at$|At$/.test(by) ? new Date(edge.value) : edge.value
  const [beyond, orAt] = direction === 1 ? ['$gt', '$gte'] : ['$lt', '$lte']
  const fromId = { _id: { [(isIncluded ? orAt : beyond) as string]: edge.id } }
  const further = { [by]: { [beyond as string]: value } }
  // Two index ranges, which MongoDB merges in order: right for one filter, too many for lists of
  // several.
  if (hasManyEqual) return { $or: [{ [by]: value, ...fromId }, further] }
  return { [by]: { [orAt as string]: value }, $or: [further, fromId] }
}
