import { type QueryFilter, Types } from 'mongoose'
import type { ListCount } from '../../contracts/list-queries.ts'
import type { WalletTransaction } from '../../contracts/wallet.ts'
import { countRows, likeId, type PageQuery, readPage } from '../../platform/list-page.ts'
import { type MovementDoc, MovementModel, ownerIndex } from './movement-model.ts'
import { movementView } from './movement-view.ts'

/** What an owner looks for among a wallet's lines, in the words in which `movementView` shows them. */
export type MovementFilters = {
  q?: string | undefined
  status?: WalletTransaction['status'] | undefined
  type?: WalletTransaction['type'] | undefined
}

/** A wallet's lines, newest first. */
export async function listMovements(
  userId: string,
  asked: MovementFilters & PageQuery,
): Promise<WalletTransaction[]> {
  const movements = await readPage(MovementModel, listOf(userId, asked), asked)
  return movements.map(movementView)
}

/** How many lines a wallet has, and how many of them such a list holds. */
export function countMovements(userId: string, asked: MovementFilters): Promise<ListCount> {
  return countRows(MovementModel, listOf(userId, asked))
}

const listOf = (userId: string, asked: MovementFilters) => ({
  owner: { userId: new Types.ObjectId(userId) },
  wanted: wantedMovements(asked),
  index: ownerIndex,
})

function wantedMovements({ q = '', status, type }: MovementFilters): QueryFilter<MovementDoc> {
  return {
    ...(q && { _id: likeId(q) }),
    ...(status && shownAs(status)),
    ...(type && { amountPaise: type === 'Debit' ? { $lt: 0 } : { $gte: 0 } }),
  }
}

/** Every refund is shown as Refunded, though its line has ended well. */
function shownAs(status: WalletTransaction['status']): QueryFilter<MovementDoc> {
  return status === 'Refunded' ? { kind: 'refund' } : { status, kind: { $ne: 'refund' } }
}
