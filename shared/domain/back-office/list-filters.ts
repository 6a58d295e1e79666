import type { ListSort } from '../../contracts/admin-lists.ts'
import { toPaise } from '../../contracts/money.ts'
import { AppError } from '../../platform/app-error.ts'
import { startOfIstDay } from '../../platform/clock.ts'
import type { PageSort } from '../../platform/paginated-list.ts'

/** The filters and the order that all lists of the back office have in common; days are in IST, amounts in rupees. */
export type CommonFilters = {
  /** The `_id` of a user, to list only their rows. */
  customer?: string | undefined
  q?: string | undefined
  sort?: ListSort | undefined
  from?: string | undefined
  to?: string | undefined
  min?: number | undefined
  max?: number | undefined
}

/**
 * The order by time or by amount. A filter by days requires the order by time, a filter by amounts only that by amount,
 * because an index serves a range only in its own order.
 * @throws AppError `invalid_request` for the other order
 */
export function sortOf<Amount extends string>(
  { sort, from, to, min, max }: CommonFilters,
  amount: Amount,
): PageSort<'createdAt' | Amount> {
  const hasDays = from !== undefined || to !== undefined
  const requiredSort = hasDays ? 'createdAt' : min !== undefined || max !== undefined ? 'value' : undefined
  const requestedSort = sort ?? (requiredSort === 'value' ? '-value' : '-createdAt')
  if (requiredSort && !requestedSort.endsWith(requiredSort)) {
    const message = hasDays ? 'Between days the list is by time.' : 'Between amounts the list is by amount.'
    throw new AppError('invalid_request', { field: 'sort', message })
  }
  return {
    by: requestedSort.endsWith('value') ? amount : 'createdAt',
    direction: requestedSort.startsWith('-') ? -1 : 1,
  }
}

/**
 * A customer's rows are ordered by time only, as in their index.
 * @throws AppError `invalid_request` for another order
 */
export function timeSortOf({ sort = '-createdAt' }: CommonFilters): PageSort<'createdAt'> {
  if (!sort.endsWith('createdAt')) {
    throw new AppError('invalid_request', { field: 'sort', message: 'One customer’s list is by time.' })
  }
  return { by: 'createdAt', direction: sort.startsWith('-') ? -1 : 1 }
}

/** Days (IST, inclusive) as a range of times. */
export const dayRange = ({ from, to }: CommonFilters) =>
  from || to
    ? { createdAt: { ...(from && { $gte: startOfIstDay(from) }), ...(to && { $lt: startOfIstDay(to, 1) }) } }
    : {}

/**
 * Rupees (inclusive) as a range of paise. It is widened by half a paisa, so that a single amount is a range too: for a
 * single value MongoDB does not use the index for the order.
 */
export const amountRange = ({ min, max }: CommonFilters) =>
  min === undefined && max === undefined
    ? undefined
    : {
        ...(min !== undefined && { $gt: toPaise(min) - 0.5 }),
        ...(max !== undefined && { $lt: toPaise(max) + 0.5 }),
      }

/** Query fields that do not reduce the length of a list. */
const unfilteredFields = ['sort', 'limit', 'page', 'cursor', 'before', 'q']

/** Whether a list has no filter. */
export const isComplete = (query: object): boolean =>
  Object.entries(query).every(([name, value]) => value === undefined || unfilteredFields.includes(name))

/** The index for lists of ids that a search has found. */
export const idIndexHint = '_id_'

/** Newest first, as other lists are by their index; ids are not indexed in that order. */
export const sortNewest = <Row extends { _id: string; createdAt: Date }>(rows: readonly Row[]): Row[] =>
  rows.toSorted((a, b) => b.createdAt.getTime() - a.createdAt.getTime() || (a._id < b._id ? 1 : -1))
