import { AppError } from '../../platform/app-error.ts'
import { inTransaction } from '../../platform/mongo.ts'
import { type Actor, auditTarget, writeAudit } from '../audit/index.ts'
import { type ItemDoc, ItemModel, publishCatalogueUpdate } from '../catalogue/index.ts'
import type { Deps } from '../deps.ts'

/**
 * Puts a paused item back on sale until its supplier's balance covers it again, with an audit entry. The stock setting
 * stays unchanged, and so does an item that is not paused.
 * @throws AppError item_not_found
 */
export async function overridePause(
  deps: Pick<Deps, 'clock' | 'publisher'>,
  admin: Actor,
  itemid: number,
): Promise<void> {
  const isOverridden = await inTransaction(async (tx) => {
    const item = await ItemModel.findById(itemid, null, { session: tx }).lean<ItemDoc | null>()
    if (!item) throw new AppError('item_not_found')
    if (item.pausedBy !== 'balance') return false
    const overridden = await ItemModel.updateOne(
      { _id: itemid, pausedBy: 'balance' },
      { $set: { pausedBy: 'overridden' } },
      { session: tx, timestamps: false },
    )
    if (overridden.modifiedCount === 0) return false
    await writeAudit(tx, admin, {
      at: deps.clock.now(),
      action: 'item.override_pause',
      target: auditTarget.item(itemid),
      reason: '',
      before: { pausedBy: 'balance' },
      after: { pausedBy: 'overridden' },
    })
    return true
  })
  if (isOverridden) publishCatalogueUpdate(deps, { itemids: [itemid] })
}
