import type { Deps } from '../deps.ts'
import { countUnpaidOrders } from '../orders/index.ts'
import { startTopUp as startWalletTopUp } from '../wallet/index.ts'

type StartWalletTopUp = typeof startWalletTopUp
type StartDeps = Pick<Deps, 'clock' | 'env' | 'gateway' | 'gatewayOf' | 'redis' | 'queues' | 'log'>

/** Starts a top-up, counting unpaid orders towards the customer's limit. See `startTopUp` of the wallet. */
export function startTopUp(
  deps: StartDeps,
  ...[owner, request]: [Parameters<StartWalletTopUp>[1], Parameters<StartWalletTopUp>[2]]
): ReturnType<StartWalletTopUp> {
  return startWalletTopUp({ ...deps, countUnpaidOrders }, owner, request)
}
