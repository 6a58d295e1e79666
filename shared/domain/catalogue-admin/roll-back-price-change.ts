import { AppError } from '../../platform/app-error.ts'
import { ignoreDuplicate, inTransaction } from '../../platform/mongo.ts'
import { auditTarget, writeAudit } from '../audit/index.ts'
import { type ItemDoc, ItemModel } from '../catalogue/index.ts'
import type { Deps } from '../deps.ts'
import { newPriceChange } from './new-price-change.ts'
import { type IChangedPrice, type IPriceChange, PriceChangeModel } from './price-change-model.ts'
import type { PriceActor } from './price-risk.ts'
import { decidePrices, previousPrices } from './price-rules.ts'
import { publishPriceChange } from './publish-price-change.ts'
import { writePrices } from './write-prices.ts'

/** A price as it would be brought back, and as it stands; null: its item is gone. */
export type RollBackPrice = IChangedPrice & { nowPaise: number | null }

/**
 * What rolling a set back would change now. Nothing is written.
 * @throws AppError not_found, price_change_not_applied, price_change_rolled_back
 */
export async function previewRollBack(id: string): Promise<RollBackPrice[]> {
  const prices = previousPrices(
    rollable(await PriceChangeModel.findById(id).lean<IPriceChange | null>()).prices,
  )
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
 * @throws as `previewRollBack`, and price_change_stale when nothing of it stands any more
 */
export async function rollBackPriceChange(
  deps: Pick<Deps, 'clock' | 'env' | 'publisher'>,
  actor: PriceActor,
  { id, newId, reason }: Back,
): Promise<IPriceChange> {
  const before = await PriceChangeModel.findById(newId).lean<IPriceChange | null>()
  if (before) return before
  const made = await ignoreDuplicate(() =>
    inTransaction(async (tx) => {
      const found = await PriceChangeModel.findById(id, null, { session: tx }).lean<IPriceChange | null>()
      // The same press was here at once, and has ended.
      if (found?.rolledBackBy === newId) return undefined
      const undone = rollable(found)
      const now = deps.clock.now()
      // What it held back belonged to what is taken back: nobody is asked about it any more.
      const dropped = undone.pending === 'open' ? { pending: 'dropped' as const } : {}
      const set = {
        ...newPriceChange({ id: newId, actor, now, reason, prices: previousPrices(undone.prices) }),
        rollsBackId: id,
      }
      const back = { ...set, ...(await writePrices(tx, actor, { set, now, costs: deps })) }
      if (back.state === 'refused' && back.pending === 'none') throw new AppError('price_change_stale')
      const { modifiedCount } = await PriceChangeModel.updateOne(
        { _id: id, rolledBackBy: '' },
        { $set: { rolledBackBy: newId, updatedAt: now, ...dropped } },
        { session: tx },
      )
      if (modifiedCount === 0) throw new AppError('price_change_rolled_back')
      await PriceChangeModel.insertMany([back], { session: tx })
      await writeAudit(tx, actor, {
        at: now,
        action: 'price_change.roll_back',
        target: auditTarget.prices(id),
        reason,
        before: {},
        after: { rolledBackBy: newId, ...dropped },
      })
      return back
    }),
  )
  if (!made) return PriceChangeModel.findById(newId).orFail().lean<IPriceChange>()
  publishPriceChange(deps, made)
  return made
}

/** @throws AppError where a set can't be rolled back */
function rollable(set: IPriceChange | null): IPriceChange {
  if (!set) throw new AppError('not_found')
  if (set.rolledBackBy) throw new AppError('price_change_rolled_back')
  if (!set.prices.some(({ result }) => result === 'applied')) throw new AppError('price_change_not_applied')
  return set
}
