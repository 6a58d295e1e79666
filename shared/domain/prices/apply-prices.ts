import { nextTask } from '../../platform/due-tasks.ts'
import { inTransaction } from '../../platform/mongo.ts'
import type { Deps } from '../deps.ts'
import { type IPriceChange, PriceChangeModel } from './price-change-model.ts'
import { publishPriceChange } from './publish-price-change.ts'
import { writePrices } from './write-prices.ts'

/**
 * Applies a planned set whose time has come, in its actor's name. The prices and the set's own state are one
 * transaction: whoever dies before its end has done nothing, and whoever comes after it finds the set applied.
 * @param seq which of its due works this is: an older one does nothing
 */
export async function applyPriceChange(
  deps: Pick<Deps, 'clock' | 'env' | 'log' | 'publisher'>,
  id: string,
  seq: number,
): Promise<void> {
  const applied = await inTransaction(async (tx) => {
    const set = await PriceChangeModel.findById(id, null, { session: tx }).lean<IPriceChange | null>()
    if (set?.state !== 'planned' || set.due.apply.seq !== seq) return undefined
    const now = deps.clock.now()
    const decided = await writePrices(tx, set.by, { set, now, costs: deps })
    const { modifiedCount } = await PriceChangeModel.updateOne(
      { _id: id, state: 'planned', 'due.apply.seq': seq },
      { $set: { ...decided, updatedAt: now, 'due.apply': nextTask(set.due.apply, null) } },
      { session: tx },
    )
    if (modifiedCount === 0) throw new Error(`set ${id} was taken meanwhile`)
    return { ...set, ...decided }
  })
  if (!applied) return
  deps.log.info({ id, state: applied.state, prices: applied.prices.length }, 'planned prices applied')
  publishPriceChange(deps, applied)
}
