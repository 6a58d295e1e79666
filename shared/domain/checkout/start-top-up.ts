import type { Deps } from '../deps.ts'
import { countUnpaidOrders } from '../orders/index.ts'
import { startTopUp as startCounted } from '../wallet/index.ts'

type Start = typeof startCounted
type StartDeps = Pick<Deps, 'clock' | 'env' | 'gateway' | 'gatewayOf' | 'redis' | 'queues' | 'log'>

/** Starts a top-up where orders count towards what a customer may have unpaid. See the wallet's own. */
export function startTopUp(
  deps: StartDeps,
  ...[owner, request]: [Parameters<Start>[1], Parameters<Start>[2]]
): ReturnType<Start> {
  return startCounted({ ...deps, countUnpaidOrders }, owner, request)
}
