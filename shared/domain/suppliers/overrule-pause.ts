import { AppError } from '../../platform/app-error.ts'
import { inTransaction } from '../../platform/mongo.ts'
import { type Author, auditTarget, writeAudit } from '../audit/index.ts'
import { type ItemDoc, ItemModel, tellOfGoods } from '../catalogue/index.ts'
import type { Deps } from '../deps.ts'

/**
 * Sells a paused item all the same, until its supplier's balance covers it again; with a row in the log. The stock stays
 * what people say of it. One that is not paused is left as it is.
 * @throws AppError item_not_found
 */
export async function overrulePause(
  deps: Pick<Deps, 'clock' | 'publisher'>,
  admin: Author,
  itemid: number,
): Promise<void> {
  const isOverruled = await inTransaction(async (session) => {
    const item = await ItemModel.findById(itemid, null, { session }).lean<ItemDoc | null>()
    if (!item) throw new AppError('item_not_found')
    if (item.pausedBy !== 'balance') return false
    const overruled = await ItemModel.updateOne(
      { _id: itemid, pausedBy: 'balance' },
      { $set: { pausedBy: 'overruled' } },
      { session, timestamps: false },
    )
    if (overruled.modifiedCount === 0) return false
    await writeAudit(session, admin, {
      ...{ at: deps.clock.now(), act: 'item.overrule', target: auditTarget.item(itemid), why: '' },
      ...{ before: { pausedBy: 'balance' }, after: { pausedBy: 'overruled' } },
    })
    return true
  })
  if (isOverruled) tellOfGoods(deps, { itemids: [itemid] })
}
