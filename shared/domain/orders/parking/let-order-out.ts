import type { IIncident } from '../../incidents/index.ts'
import { pendingReasonOf } from '../change/attention.ts'
import { changeOrder } from '../change/change-order.ts'
import type { PublishDeps } from '../change/tell-order.ts'
import type { OrderDoc } from '../order-model.ts'

/**
 * Exactly the order that was read: a refund that its customer chose meanwhile makes this match nothing. A clock that is
 * behind that of who opened the valve does not shut it for this order.
 */
export async function releaseOrder(
  deps: PublishDeps,
  order: OrderDoc,
  { _id, releaseStartedAt }: Pick<IIncident, '_id' | 'releaseStartedAt'>,
): Promise<boolean> {
  const now = deps.clock.now()
  const releasedAt = releaseStartedAt && releaseStartedAt > now ? releaseStartedAt : now
  const after = await changeOrder(deps, order, {
    guard: { status: 'Processing', revision: order.revision, 'hold.incident': _id, 'hold.releasedAt': null },
    set: { 'hold.releasedAt': releasedAt, pendingReason: pendingReasonOf('in_progress', { since: now }) },
    due: { fulfil: now },
  })
  return after !== undefined
}
