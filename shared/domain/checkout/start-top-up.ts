import type { Deps } from '../deps.ts'
import { countUnpaidOrders } from '../orders/index.ts'
import { startTopUp as startCounted } from '../wallet/index.ts'

type Start = typeof startCounted
type StartDeps = Pick<Deps, 'clock' | 'env' | 'gateway' | 'gatewayOf' | 'redis' | 'queues' | 'log'>

/** Starts a top-up, counting unpaid orders towards the customer's limit. See `startTopUp` of the wallet. */
export function startTopUp(
  deps: StartDeps,
  ...[owner, request]: [Parameters<Start>[1], Parameters<Start>[2]]
): ReturnType<Start> {
  return startCounted({ ...deps, countUnpaidOrders }, owner, request)
}
