import { toRupees } from '../../contracts/money.ts'
import { rooms } from '../../contracts/realtime.ts'
import type { Deps } from '../deps.ts'
import type { UpdatedWallets } from './post-entries.ts'
import { transactionView } from './transaction-view.ts'
import type { WalletTransactionDoc } from './wallet-transaction-model.ts'

/** Publishes new balances to the owners' open pages. */
export function publishWallets(deps: Pick<Deps, 'publisher'>, moved: UpdatedWallets): void {
  for (const [owner, wallet] of moved) {
    deps.publisher.publish(rooms.user(owner), 'wallet.updated', {
      balance: toRupees(wallet.balancePaise),
      version: wallet.version,
    })
  }
}

export function publishTopUp(deps: Pick<Deps, 'publisher'>, transaction: WalletTransactionDoc): void {
  deps.publisher.publish(rooms.topUp(transaction._id), 'topup.updated', () => transactionView(transaction))
}
