import type { BoardOrder } from '@jhatpat/shared/contracts/admin.ts'
import type { Order } from '@jhatpat/shared/contracts/orders.ts'
import type { WalletTransaction } from '@jhatpat/shared/contracts/wallet.ts'
import {
  type Caller,
  findCallerBySession,
  secondFactorPolicy,
} from '@jhatpat/shared/domain/accounts/index.ts'
import type { Deps } from '@jhatpat/shared/domain/deps.ts'
import { findOrder, listBoard, orderView } from '@jhatpat/shared/domain/orders/index.ts'
import { findTopUp, transactionView } from '@jhatpat/shared/domain/wallet/index.ts'

/** The snapshots for new subscriptions. Each throws `not_found` for a resource of another user. */
export type Snapshots = {
  /**
   * A session's current user, since a socket outlives the state of its sign-in. @throws AppError
   * `not_signed_in`
   */
  callerNow(sessionId: string): Promise<Caller>
  order(caller: Caller, clientTxnId: string): Promise<Order>
  topUp(caller: Caller, clientTxnId: string): Promise<WalletTransaction>
  board(caller: Caller): Promise<BoardOrder[]>
}

export function snapshots(deps: Pick<Deps, 'clock' | 'env'>): Snapshots {
  const rule = { ...secondFactorPolicy(deps.env), isUnattended: true }
  return {
    callerNow: async (sessionId) => (await findCallerBySession(sessionId, deps.clock.now(), rule)).caller,
    order: async (caller, clientTxnId) => orderView(await findOrder(clientTxnId, caller)),
    topUp: async (caller, clientTxnId) => transactionView(await findTopUp(clientTxnId, caller)),
    board: () => listBoard(deps.clock.now()),
  }
}
