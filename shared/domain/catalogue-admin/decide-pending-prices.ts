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

type Answer = {
  /** Of the set whose prices were held back. */
  id: string
  /** Of the set that applies them. */
  newId: string
  apply: boolean
}

/**
 * Applies the prices of a set that were held back, as a set of its own, or leaves them. What was told is what the items
 * cost when they were held back: whose cost has gone up once more is held back once more. The first answer counts; the
 * same `newId` makes one set.
 * @returns the new set, or the old one where its prices are left
 * @throws AppError not_found, price_change_answered
 */
export async function decidePendingPrices(
  deps: Pick<Deps, 'clock' | 'env' | 'publisher'>,
  actor: PriceActor,
  { id, newId, apply }: Answer,
): Promise<IPriceChange> {
  const answered = await inTransaction(async (tx) => {
    const again = await PriceChangeModel.findById(newId, null, { session: tx }).lean<IPriceChange | null>()
    if (again) return again
    const set = await PriceChangeModel.findById(id, null, { session: tx }).lean<IPriceChange | null>()
    if (!set) throw new AppError('not_found')
    if (!apply && set.pending === 'dropped') return set
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
      after: { pending, ...(apply && { set: newId }) },
    })
    if (!apply) return { ...set, pending } as const
    const planned = {
      ...newPriceChange({ id: newId, actor, now, prices: pendingPrices(set.prices), reason: set.reason }),
      reviewsCost: true,
    }
    const made = { ...planned, ...(await writePrices(tx, actor, { set: planned, now, costs: deps })) }
    await PriceChangeModel.insertMany([made], { session: tx })
    return made
  })
  publishPriceChange(deps, answered)
  return answered
}
