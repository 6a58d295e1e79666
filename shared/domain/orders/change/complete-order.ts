import type { OrderDoc } from '../order-model.ts'
import { changeOrder } from './change-order.ts'
import type { Transition } from './move-order.ts'
import type { PublishDeps } from './tell-order.ts'

/**
 * Moves an order to Completed.
 * @returns the order afterwards, or undefined when it had moved on
 */
export function completeOrder(
  deps: PublishDeps,
  order: OrderDoc,
  completion: Omit<Transition, 'to' | 'at'>,
): Promise<OrderDoc | undefined> {
  return changeOrder(deps, order, { ...completion, to: 'Completed', at: deps.clock.now() })
}
