import type { Deps } from '../../deps.ts'
import type { OrderDoc } from '../order-model.ts'
import { announceOrder } from './announce-order.ts'
import { type Move, moveOrder } from './move-order.ts'
import { queueDueWork } from './queue-due-work.ts'

/**
 * Moves an order to Completed.
 * @returns the order afterwards, or undefined when it had moved on
 */
export async function completeOrder(
  deps: Pick<Deps, 'clock' | 'queues' | 'publisher'>,
  order: OrderDoc,
  completion: Omit<Move, 'to' | 'at'>,
): Promise<OrderDoc | undefined> {
  const after = await moveOrder(order, { ...completion, to: 'Completed', at: deps.clock.now() })
  if (!after) return undefined
  await queueDueWork(deps, after, order)
  announceOrder(deps, after, completion.actor)
  return after
}
