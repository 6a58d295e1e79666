import { SessionModel } from '@jhatpat/shared/domain/accounts/index.ts'
import { stopUnclearedErasures } from '@jhatpat/shared/domain/erasure/index.ts'
import { distrustUnsentUnits } from '@jhatpat/shared/domain/orders/index.ts'
import { forgetBalances } from '@jhatpat/shared/domain/purchasing/index.ts'
import { noHome, RestorationModel, restorationId } from '@jhatpat/shared/domain/recovery/index.ts'
import type mongoose from 'mongoose'

type Db = ReturnType<ReturnType<typeof mongoose.connection.getClient>['db']>

/** In place of a backup's id in the record of a restoration that was not ours. */
export const anotherTool = 'another tool'

/** Makes the shop quiet: before anything else is restored, or in place of what a copy of the database has. */
export async function writeRecord(
  db: Db,
  {
    completedAt = null,
    ...fields
  }: { backup: string; restoredTo: Date; startedAt: Date; completedAt?: Date | null },
): Promise<void> {
  const { _id, ...record } = new RestorationModel({ _id: restorationId, ...fields, completedAt }).toObject()
  const { _id: home, ...nowhere } = noHome
  const restorations = db.collection<{ _id: string }>(RestorationModel.collection.collectionName)
  await restorations.bulkWrite(
    [
      { replaceOne: { filter: { _id: home }, replacement: nowhere, upsert: true } },
      { replaceOne: { filter: { _id }, replacement: record, upsert: true } },
    ],
    { ordered: true, writeConcern: { w: 'majority', journal: true } },
  )
}

/**
 * What a restored database says of the outside is older than the outside: purchases are verified before they are made,
 * balances are read again, sessions are deleted, because one that was ended since would be valid, and erasures that were
 * confirmed are stopped, because they may have been taken back since. Those that ended since must be repeated afterwards.
 * @returns how many orders are open
 */
export async function distrustState(db: Db, now: Date): Promise<number> {
  await db.collection(SessionModel.collection.collectionName).deleteMany({}, { hint: { _id: 1 } })
  await stopUnclearedErasures(db, now)
  await forgetBalances(db)
  return distrustUnsentUnits(db)
}
