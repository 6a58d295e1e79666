import type { PriceChange } from '../../contracts/price-changes.ts'
import { newestFirst, olderThan } from '../../platform/newest-first.ts'
import { cursorText, readCursor } from '../../platform/paginated-list.ts'
import { type IPriceChange, PriceChangeModel } from './price-change-model.ts'
import { priceChangeView } from './price-change-view.ts'

type PriceChangeQuery = {
  limit?: number | undefined
  cursor?: string | undefined
  /** Only price changes with prices that are pending approval. */
  only?: 'pending' | undefined
}

/** The maximum number of planned price changes, and of those with pending prices. */
const maxPlanned = 100

/**
 * A page of price changes, latest first. The first page also contains all planned ones, by their time, and those with
 * prices that are pending approval.
 * @param cursor the `next` of the previous page
 */
export async function listPriceChanges({ limit = 20, cursor, only }: PriceChangeQuery): Promise<{
  planned: PriceChange[]
  pending: PriceChange[]
  sets: PriceChange[]
  next: string
}> {
  if (only) return { planned: [], pending: (await listPending()).map(priceChangeView), sets: [], next: '' }
  const last = cursor === undefined ? null : rowAt(cursor)
  const [changes, planned, pending] = await Promise.all([
    PriceChangeModel.find(olderThan(last))
      .sort(newestFirst)
      .limit(limit + 1)
      .lean<IPriceChange[]>(),
    last ? [] : listPlanned(),
    last ? [] : listPending(),
  ])
  const page = changes.slice(0, limit)
  const end = changes.length > limit ? page.at(-1) : undefined
  return {
    planned: planned.map(priceChangeView),
    pending: pending.map(priceChangeView),
    sets: page.map(priceChangeView),
    next: end ? cursorText(end.createdAt.getTime(), end._id) : '',
  }
}

/** The last price change of a page, by its position. */
function rowAt(cursor: string): Pick<IPriceChange, '_id' | 'createdAt'> {
  const { value, id } = readCursor(cursor)
  return { _id: id, createdAt: new Date(value) }
}

/** By the task's index, which contains only these. */
const listPlanned = (): Promise<IPriceChange[]> =>
  PriceChangeModel.find({ 'due.apply.at': { $type: 'date' } })
    .sort({ 'due.apply.at': 1 })
    .limit(maxPlanned)
    .lean<IPriceChange[]>()

const listPending = (): Promise<IPriceChange[]> =>
  PriceChangeModel.find({ pending: 'open' }).sort({ applyAt: 1 }).limit(maxPlanned).lean<IPriceChange[]>()
