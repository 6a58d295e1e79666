import { AppError } from '../../platform/app-error.ts'
import { nextTask } from '../../platform/due-tasks.ts'
import { inTransaction } from '../../platform/mongo.ts'
import { type Actor, auditTarget, writeAudit } from '../audit/index.ts'
import type { Deps } from '../deps.ts'
import { type IPriceChange, PriceChangeModel } from './price-change-model.ts'

/**
 * Takes a planned set back. One that is cancelled already stays as it is: a second press has changed nothing.
 * @throws AppError not_found, price_change_ended when its prices were applied
 */
export function cancelPriceChange(deps: Pick<Deps, 'clock'>, actor: Actor, id: string): Promise<IPriceChange> {
  return inTransaction(async (tx) => {
    const set = await PriceChangeModel.findById(id, null, { session: tx }).lean<IPriceChange | null>()
    if (!set) throw new AppError('not_found')
    if (set.state === 'cancelled') return set
    if (set.state !== 'planned') throw new AppError('price_change_ended')
    const now = deps.clock.now()
    const { seq } = set.due.apply
    const after = {
      ...{ state: 'cancelled' as const, endedAt: now, updatedAt: now },
      due: { ...set.due, apply: nextTask(set.due.apply, null) },
    }
    const { modifiedCount } = await PriceChangeModel.updateOne(
      { _id: id, state: 'planned', 'due.apply.seq': seq },
      { $set: after },
      { session: tx },
    )
    if (modifiedCount === 0) throw new AppError('price_change_ended')
    await writeAudit(tx, actor, {
      ...{ at: now, action: 'price_change.cancel', target: auditTarget.prices(id), reason: '' },
      ...{ before: { state: 'planned' }, after: { state: 'cancelled' } },
    })
    return { ...set, ...after }
  })
}
