import type { PriceSet } from '../../contracts/price-sets.ts'
import { AppError } from '../../platform/app-error.ts'
import { olderThan, newestFirst } from '../../platform/newest-first.ts'
import { type IPriceSet, PriceSetModel } from './price-set-model.ts'
import { priceSetView } from './price-set-view.ts'

type Asked = {
  limit?: number | undefined
  cursor?: string | undefined
  /** Those with prices that were held back, and no others. */
  only?: 'held' | undefined
}

/** So many planned sets are shown at most, and so many with prices that were held back. */
const maxPlanned = 100

/**
 * Sets, the latest first, a page at a time; with the first page all that still wait, by
 * their time, and those with prices that were held back.
 * @param asked `cursor`: the id of the last one seen
 * @throws AppError not_found for a cursor that is no set
 */
export async function listPriceSets({
  limit = 20,
  cursor,
  only,
}: Asked): Promise<{ planned: PriceSet[]; held: PriceSet[]; sets: PriceSet[]; next: string }> {
  if (only) return { planned: [], held: (await listHeld()).map(priceSetView), sets: [], next: '' }
  const last = cursor ? await PriceSetModel.findById(cursor).lean<IPriceSet | null>() : null
  if (cursor && !last) throw new AppError('not_found', { field: 'cursor' })
  const [found, planned, held] = await Promise.all([
    PriceSetModel.find(olderThan(last))
      .sort(newestFirst)
      .limit(limit + 1)
      .lean<IPriceSet[]>(),
    last ? [] : listPlanned(),
    last ? [] : listHeld(),
  ])
  const page = found.slice(0, limit)
  return {
    planned: planned.map(priceSetView),
    held: held.map(priceSetView),
    sets: page.map(priceSetView),
    next: found.length > limit ? (page.at(-1)?._id ?? '') : '',
  }
}

/** By the task's index, which has those alone. */
const listPlanned = (): Promise<IPriceSet[]> =>
  PriceSetModel.find({ 'due.apply.at': { $type: 'date' } })
    .sort({ 'due.apply.at': 1 })
    .limit(maxPlanned)
    .lean<IPriceSet[]>()

const listHeld = (): Promise<IPriceSet[]> =>
  PriceSetModel.find({ held: 'open' }).sort({ applyAt: 1 }).limit(maxPlanned).lean<IPriceSet[]>()
