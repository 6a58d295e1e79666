import type { ListSort } from '../../contracts/admin-lists.ts'
import { toPaise } from '../../contracts/money.ts'
import { AppError } from '../../platform/app-error.ts'
import { startOfIstDay } from '../../platform/clock.ts'
import type { PageSort } from '../../platform/paginated-list.ts'

/** What every list of the back office is narrowed and ordered by; days are India's, amounts rupees. */
export type CommonFilters = {
  /** The `_id` of a user, whose rows alone are meant. */
  customer?: string | undefined
  q?: string | undefined
  sort?: ListSort | undefined
  from?: string | undefined
  to?: string | undefined
  min?: number | undefined
  max?: number | undefined
}

/**
 * By time, or by amount: between days always by time, between amounts alone always by amount, since a range is read
 * from an index only in the index's own order.
 * @throws AppError `invalid_request` for the other order
 */
export function sortOf<Amount extends string>(
  { sort, from, to, min, max }: CommonFilters,
  amount: Amount,
): PageSort<'createdAt' | Amount> {
  const hasDays = from !== undefined || to !== undefined
  const needed = hasDays ? 'createdAt' : min !== undefined || max !== undefined ? 'value' : undefined
  const asked = sort ?? (needed === 'value' ? '-value' : '-createdAt')
  if (needed && !asked.endsWith(needed)) {
    const message = hasDays ? 'Between days the list is by time.' : 'Between amounts the list is by amount.'
    throw new AppError('invalid_request', { field: 'sort', message })
  }
  return { by: asked.endsWith('value') ? amount : 'createdAt', direction: asked.startsWith('-') ? -1 : 1 }
}

/**
 * One customer's rows are always by time: their index has them in no other order.
 * @throws AppError `invalid_request` for another one
 */
export function timeSortOf({ sort = '-createdAt' }: CommonFilters): PageSort<'createdAt'> {
  if (!sort.endsWith('createdAt')) {
    throw new AppError('invalid_request', { field: 'sort', message: 'One customer’s list is by time.' })
  }
  return { by: 'createdAt', direction: sort.startsWith('-') ? -1 : 1 }
}

/** Days of India as a range of moments; both ends belong to it. */
export const dayRange = ({ from, to }: CommonFilters) =>
  from || to
    ? { createdAt: { ...(from && { $gte: startOfIstDay(from) }), ...(to && { $lt: startOfIstDay(to, 1) }) } }
    : {}

/**
 * Rupees as a range of paise; both ends belong to it. It is half a paisa wider, so that one amount is a range too: for a
 * single value MongoDB would not take the order from the index.
 */
export const amountRange = ({ min, max }: CommonFilters) =>
  min === undefined && max === undefined
    ? undefined
    : {
        ...(min !== undefined && { $gt: toPaise(min) - 0.5 }),
        ...(max !== undefined && { $lt: toPaise(max) + 0.5 }),
      }

/** Which part of a list is shown, and in which order, leaves it as long as it is. */
const narrowsNothing = ['sort', 'limit', 'page', 'cursor', 'before', 'q']

/** Whether a list is of everything there is. */
export const isComplete = (asked: object): boolean =>
  Object.entries(asked).every(([name, value]) => value === undefined || narrowsNothing.includes(name))
