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

/** A price that would be restored, and the current one; null if the item was deleted. */
export type RollBackPrice = IChangedPrice & { nowPaise: number | null }

/**
 * What rolling back a price change would change now; writes nothing.
 * @throws AppError `not_found`, `price_change_not_applied`, `price_change_rolled_back`
 */
export async function previewRollBack(id: string): Promise<RollBackPrice[]> {
  const prices = previousPrices(
    requireRollable(await PriceChangeModel.findById(id).lean<IPriceChange | null>()).prices,
  )
  const itemids = prices.map(({ itemid }) => itemid)
  const items = await ItemModel.find({ _id: { $in: itemids } }).lean<ItemDoc[]>()
  const byNumber = new Map(items.map((item) => [item._id, item]))
  return decidePrices(prices, (itemid) => byNumber.get(itemid)).map((price) => ({
    ...price,
    nowPaise: byNumber.get(price.itemid)?.[price.field] ?? null,
  }))
}

type RollBackInput = {
  /** Of the price change to roll back. */
  id: string
  /** Of the new price change. */
  newId: string
  reason: string
}

/**
 * Restores the previous prices as a new price change, which can be rolled back itself. A price that has changed since
 * is skipped. Of several concurrent calls one succeeds; the same `newId` creates one price change.
 * @throws as `previewRollBack`, and AppError `price_change_stale` when none of its prices is current any more
 */
export async function rollBackPriceChange(
  deps: Pick<Deps, 'clock' | 'env' | 'publisher'>,
  actor: PriceActor,
  { id, newId, reason }: RollBackInput,
): Promise<IPriceChange> {
  const existing = await PriceChangeModel.findById(newId).lean<IPriceChange | null>()
  if (existing) return existing
  const created = await ignoreDuplicate(() =>
    inTransaction(async (tx) => {
      const found = await PriceChangeModel.findById(id, null, { session: tx }).lean<IPriceChange | null>()
      // A concurrent call with the same id has succeeded.
      if (found?.rolledBackBy === newId) return undefined
      const original = requireRollable(found)
      const now = deps.clock.now()
      // Prices still pending approval are dropped with the change that is rolled back.
      const dropped = original.pending === 'open' ? { pending: 'dropped' as const } : {}
      const priceChange = {
        ...newPriceChange({ id: newId, actor, now, reason, prices: previousPrices(original.prices) }),
        rollsBackId: id,
      }
      const rolledBack = {
        ...priceChange,
        ...(await writePrices(tx, actor, { priceChange, now, costs: deps })),
      }
      if (rolledBack.state === 'refused' && rolledBack.pending === 'none')
        throw new AppError('price_change_stale')
      const { modifiedCount } = await PriceChangeModel.updateOne(
        { _id: id, rolledBackBy: '' },
        { $set: { rolledBackBy: newId, updatedAt: now, ...dropped } },
        { session: tx },
      )
      if (modifiedCount === 0) throw new AppError('price_change_rolled_back')
      await PriceChangeModel.insertMany([rolledBack], { session: tx })
      await writeAudit(tx, actor, {
        at: now,
        action: 'price_change.roll_back',
        target: auditTarget.prices(id),
        reason,
        before: {},
        after: { rolledBackBy: newId, ...dropped },
      })
      return rolledBack
    }),
  )
  if (!created) return PriceChangeModel.findById(newId).orFail().lean<IPriceChange>()
  publishPriceChange(deps, created)
  return created
}

/** @throws AppError when a price change cannot be rolled back */
function requireRollable(priceChange: IPriceChange | null): IPriceChange {
  if (!priceChange) throw new AppError('not_found')
  if (priceChange.rolledBackBy) throw new AppError('price_change_rolled_back')
  if (!priceChange.prices.some(({ result }) => result === 'applied'))
    throw new AppError('price_change_not_applied')
  return priceChange
}
