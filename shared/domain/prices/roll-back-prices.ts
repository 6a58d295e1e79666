import { AppError } from '../../platform/app-error.ts'
import { inTransaction, ignoreDuplicate } from '../../platform/mongo.ts'
import { auditTarget, writeAudit } from '../audit/index.ts'
import { type ItemDoc, ItemModel } from '../catalogue/index.ts'
import type { Deps } from '../deps.ts'
import { newSet } from './new-set.ts'
import type { PriceAuthor } from './price-risk.ts'
import { decidePrices, turnedBack } from './price-rules.ts'
import { type IPriceSet, type ISetPrice, PriceSetModel } from './price-set-model.ts'
import { publishPriceChange } from './publish-price-change.ts'
import { writePrices } from './write-prices.ts'

/** A price as it would be brought back, and as it stands; null: its item is gone. */
export type PriceBack = ISetPrice & { nowPaise: number | null }

/**
 * What rolling a set back would change now. Nothing is written.
 * @throws AppError not_found, price_change_not_applied, price_change_rolled_back
 */
export async function previewBack(id: string): Promise<PriceBack[]> {
  const prices = turnedBack(rollable(await PriceSetModel.findById(id).lean<IPriceSet | null>()).prices)
  const itemids = prices.map(({ itemid }) => itemid)
  const items = await ItemModel.find({ _id: { $in: itemids } }).lean<ItemDoc[]>()
  const byNumber = new Map(items.map((item) => [item._id, item]))
  return decidePrices(prices, (itemid) => byNumber.get(itemid)).map((price) => ({
    ...price,
    nowPaise: byNumber.get(price.itemid)?.[price.field] ?? null,
  }))
}

type Back = {
  /** Of the set that is rolled back. */
  id: string
  /** Of the new set. */
  newId: string
  reason: string
}

/**
 * Writes the prices of before a set again, as a set of its own, which can be rolled back like any other. A price that was
 * changed since is left alone. Of several at the same time one happens; the same `newId` makes one set.
 * @throws as `previewBack`, and price_change_stale when nothing of it stands any more
 */
export async function rollBackPrices(
  deps: Pick<Deps, 'clock' | 'env' | 'publisher'>,
  author: PriceAuthor,
  { id, newId, reason }: Back,
): Promise<IPriceSet> {
  const before = await PriceSetModel.findById(newId).lean<IPriceSet | null>()
  if (before) return before
  const made = await ignoreDuplicate(() =>
    inTransaction(async (session) => {
      const found = await PriceSetModel.findById(id, null, { session }).lean<IPriceSet | null>()
      // The same press was here at once, and has ended.
      if (found?.rolledBackBy === newId) return undefined
      const undone = rollable(found)
      const now = deps.clock.now()
      // What it held back belonged to what is taken back: nobody is asked about it any more.
      const dropped = undone.held === 'open' ? { held: 'dropped' as const } : {}
      const set = {
        ...newSet({ id: newId, author, now, reason, prices: turnedBack(undone.prices) }),
        rollsBack: id,
      }
      const back = { ...set, ...(await writePrices(session, author, { set, now, costs: deps })) }
      if (back.state === 'refused' && back.held === 'none') throw new AppError('price_change_stale')
      const { modifiedCount } = await PriceSetModel.updateOne(
        { _id: id, rolledBackBy: '' },
        { $set: { rolledBackBy: newId, updatedAt: now, ...dropped } },
        { session },
      )
      if (modifiedCount === 0) throw new AppError('price_change_rolled_back')
      await PriceSetModel.insertMany([back], { session })
      await writeAudit(session, author, {
        ...{ at: now, act: 'prices.roll_back', target: auditTarget.prices(id), reason },
        ...{ before: {}, after: { rolledBackBy: newId, ...dropped } },
      })
      return back
    }),
  )
  if (!made) return PriceSetModel.findById(newId).orFail().lean<IPriceSet>()
  publishPriceChange(deps, made)
  return made
}

/** @throws AppError where a set can't be rolled back */
function rollable(set: IPriceSet | null): IPriceSet {
  if (!set) throw new AppError('not_found')
  if (set.rolledBackBy) throw new AppError('price_change_rolled_back')
  if (!set.prices.some(({ result }) => result === 'applied')) throw new AppError('price_change_not_applied')
  return set
}
