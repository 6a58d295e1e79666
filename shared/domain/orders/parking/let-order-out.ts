import type { IIncident } from '../../incidents/index.ts'
import { attentionOf } from '../change/attention.ts'
import { changeOrder } from '../change/change-order.ts'
import type { TellDeps } from '../change/tell-order.ts'
import type { OrderDoc } from '../order-model.ts'

/**
 * Exactly the order that was read: a refund that its customer chose meanwhile makes this match nothing. A clock that is
 * behind that of who opened the valve does not shut it for this order.
 */
export async function letOrderOut(
  deps: TellDeps,
  order: OrderDoc,
  { _id, drainingAt }: Pick<IIncident, '_id' | 'drainingAt'>,
): Promise<boolean> {
  const now = deps.clock.now()
  const outAt = drainingAt && drainingAt > now ? drainingAt : now
  const after = await changeOrder(deps, order, {
    guard: { status: 'Processing', revision: order.revision, 'parked.incident': _id, 'parked.outAt': null },
    set: { 'parked.outAt': outAt, attention: attentionOf('trying', { since: now }) },
    due: { fulfil: now },
  })
  return after !== undefined
}
