import { AppError } from '../../platform/app-error.ts'
import { inTransaction } from '../../platform/mongo.ts'
import { auditTarget, writeAudit } from '../audit/index.ts'
import type { Deps } from '../deps.ts'
import { newPriceChange } from './new-price-change.ts'
import { type IPriceChange, PriceChangeModel } from './price-change-model.ts'
import type { PriceActor } from './price-risk.ts'
import { pendingPrices } from './price-rules.ts'
import { publishPriceChange } from './publish-price-change.ts'
import { writePrices } from './write-prices.ts'

type PendingPricesDecision = {
  /** Of the price change whose prices are pending approval. */
  id: string
  /** Of the price change that applies them. */
  newId: string
  apply: boolean
}

/**
 * Applies a price change's prices that are pending approval, as a new price change, or drops them. The decision refers
 * to the items' cost when they were withheld: if a cost has risen again, its prices become pending again. The first
 * decision wins; the same `newId` creates one price change.
 * @returns the new price change, or the old one if its prices are dropped
 * @throws AppError `not_found`, `price_change_answered`
 */
export async function decidePendingPrices(
  deps: Pick<Deps, 'clock' | 'env' | 'publisher'>,
  actor: PriceActor,
  { id, newId, apply }: PendingPricesDecision,
): Promise<IPriceChange> {
  const decided = await inTransaction(async (tx) => {
    const existing = await PriceChangeModel.findById(newId, null, { session: tx }).lean<IPriceChange | null>()
    if (existing) return existing
    const priceChange = await PriceChangeModel.findById(id, null, { session: tx }).lean<IPriceChange | null>()
    if (!priceChange) throw new AppError('not_found')
    if (!apply && priceChange.pending === 'dropped') return priceChange
    const now = deps.clock.now()
    const pending = apply ? 'applied' : 'dropped'
    const { modifiedCount } = await PriceChangeModel.updateOne(
      { _id: id, pending: 'open' },
      { $set: { pending, updatedAt: now } },
      { session: tx },
    )
    if (modifiedCount === 0) throw new AppError('price_change_answered')
    await writeAudit(tx, actor, {
      at: now,
      action: 'price_change.decide',
      target: auditTarget.prices(id),
      reason: '',
      before: { pending: 'open' },
      after: { pending, ...(apply && { priceChange: newId }) },
    })
    if (!apply) return { ...priceChange, pending } as const
    const planned = {
      ...newPriceChange({
        id: newId,
        actor,
        now,
        prices: pendingPrices(priceChange.prices),
        reason: priceChange.reason,
      }),
      reviewsCost: true,
    }
    const created = {
      ...planned,
      ...(await writePrices(tx, actor, { priceChange: planned, now, costs: deps })),
    }
    await PriceChangeModel.insertMany([created], { session: tx })
    return created
  })
  publishPriceChange(deps, decided)
  return decided
}
