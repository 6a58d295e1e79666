import { toRupees } from '../../contracts/money.ts'
import { rooms } from '../../contracts/realtime.ts'
import type { Deps } from '../deps.ts'
import type { MovementDoc } from './movement-model.ts'
import { movementView } from './movement-view.ts'
import type { MovedWallets } from './post-entries.ts'

/** Tells the owners' open pages their new balances. */
export function publishWallets(deps: Pick<Deps, 'publisher'>, moved: MovedWallets): void {
  for (const [owner, wallet] of moved) {
    deps.publisher.publish(rooms.user(owner), 'wallet.updated', {
      balance: toRupees(wallet.balancePaise),
      version: wallet.version,
    })
  }
}

export function publishTopUp(deps: Pick<Deps, 'publisher'>, movement: MovementDoc): void {
  deps.publisher.publish(rooms.topUp(movement._id), 'topup.updated', () => movementView(movement))
}
