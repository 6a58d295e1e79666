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

/** What is sent when something starts to be watched. Each throws `not_found` for what is not the caller's. */
export type Snapshots = {
  /** Who a session's user is by now: a socket outlives what it was let in with. Throws `not_signed_in`. */
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
