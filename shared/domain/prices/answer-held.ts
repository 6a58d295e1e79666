import { AppError } from '../../platform/app-error.ts'
import { inTransaction } from '../../platform/mongo.ts'
import { auditTarget, writeAudit } from '../audit/index.ts'
import type { Deps } from '../deps.ts'
import { newSet } from './new-set.ts'
import type { PriceAuthor } from './price-risk.ts'
import { heldOf } from './price-rules.ts'
import { type IPriceSet, PriceSetModel } from './price-set-model.ts'
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
export async function answerHeld(
  deps: Pick<Deps, 'clock' | 'env' | 'publisher'>,
  author: PriceAuthor,
  { id, newId, apply }: Answer,
): Promise<IPriceSet> {
  const answered = await inTransaction(async (session) => {
    const again = await PriceSetModel.findById(newId, null, { session }).lean<IPriceSet | null>()
    if (again) return again
    const set = await PriceSetModel.findById(id, null, { session }).lean<IPriceSet | null>()
    if (!set) throw new AppError('not_found')
    if (!apply && set.held === 'dropped') return set
    const now = deps.clock.now()
    const held = apply ? 'applied' : 'dropped'
    const { modifiedCount } = await PriceSetModel.updateOne(
      { _id: id, held: 'open' },
      { $set: { held, updatedAt: now } },
      { session },
    )
    if (modifiedCount === 0) throw new AppError('price_change_answered')
    await writeAudit(session, author, {
      ...{ at: now, act: 'prices.answer', target: auditTarget.prices(id), reason: '' },
      ...{ before: { held: 'open' }, after: { held, ...(apply && { set: newId }) } },
    })
    if (!apply) return { ...set, held } as const
    const planned = {
      ...newSet({ id: newId, author, now, prices: heldOf(set.prices), reason: set.reason }),
      asksOnCost: true,
    }
    const made = { ...planned, ...(await writePrices(session, author, { set: planned, now, costs: deps })) }
    await PriceSetModel.insertMany([made], { session })
    return made
  })
  publishPriceChange(deps, answered)
  return answered
}
