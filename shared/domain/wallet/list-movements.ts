import { Types } from 'mongoose'
import type { WalletTransaction } from '../../contracts/wallet.ts'
import { below, newestFirst } from '../../platform/newest-first.ts'
import { type MovementDoc, MovementModel } from './movement-model.ts'
import { movementView } from './movement-view.ts'

/** A wallet's lines, newest first. `cursor` is the txnid of the last line seen. */
export async function listMovements(
  userId: string,
  page: { limit?: number | undefined; cursor?: string | undefined },
): Promise<WalletTransaction[]> {
  const owner = new Types.ObjectId(userId)
  const last = page.cursor
    ? await MovementModel.findOne({ _id: page.cursor, userId: owner }).lean<MovementDoc | null>()
    : null
  const movements = await MovementModel.find({ userId: owner, ...below(last) })
    .sort(newestFirst)
    .limit(page.limit ?? 200)
    .lean<MovementDoc[]>()
  return movements.map(movementView)
}
