import type { PriceChange } from '../../contracts/price-changes.ts'
import { AppError } from '../../platform/app-error.ts'
import { newestFirst, olderThan } from '../../platform/newest-first.ts'
import { type IPriceChange, PriceChangeModel } from './price-change-model.ts'
import { priceChangeView } from './price-change-view.ts'

type Asked = {
  limit?: number | undefined
  cursor?: string | undefined
  /** Those with prices that were held back, and no others. */
  only?: 'pending' | undefined
}

/** So many planned sets are shown at most, and so many with prices that were held back. */
const maxPlanned = 100

/**
 * Sets, the latest first, a page at a time; with the first page all that still wait, by
 * their time, and those with prices that were held back.
 * @param asked `cursor`: the id of the last one seen
 * @throws AppError not_found for a cursor that is no set
 */
export async function listPriceChanges({
  limit = 20,
  cursor,
  only,
}: Asked): Promise<{ planned: PriceChange[]; pending: PriceChange[]; sets: PriceChange[]; next: string }> {
  if (only) return { planned: [], pending: (await listPending()).map(priceChangeView), sets: [], next: '' }
  const last = cursor ? await PriceChangeModel.findById(cursor).lean<IPriceChange | null>() : null
  if (cursor && !last) throw new AppError('not_found', { field: 'cursor' })
  const [found, planned, pending] = await Promise.all([
    PriceChangeModel.find(olderThan(last))
      .sort(newestFirst)
      .limit(limit + 1)
      .lean<IPriceChange[]>(),
    last ? [] : listPlanned(),
    last ? [] : listPending(),
  ])
  const page = found.slice(0, limit)
  return {
    planned: planned.map(priceChangeView),
    pending: pending.map(priceChangeView),
    sets: page.map(priceChangeView),
    next: found.length > limit ? (page.at(-1)?._id ?? '') : '',
  }
}

/** By the task's index, which has those alone. */
const listPlanned = (): Promise<IPriceChange[]> =>
  PriceChangeModel.find({ 'due.apply.at': { $type: 'date' } })
    .sort({ 'due.apply.at': 1 })
    .limit(maxPlanned)
    .lean<IPriceChange[]>()

const listPending = (): Promise<IPriceChange[]> =>
  PriceChangeModel.find({ pending: 'open' }).sort({ applyAt: 1 }).limit(maxPlanned).lean<IPriceChange[]>()
