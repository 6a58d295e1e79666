import { holdingIncident, type IIncident, openIncidents, readIncident } from '../../incidents/index.ts'
import { changeOrder, rescheduleTask } from '../change/change-order.ts'
import type { PublishDeps } from '../change/publish-order.ts'
import type { OrderEdit } from '../change/transition-order.ts'
import { type OrderDoc, OrderModel } from '../model/order-model.ts'
import { pendingReasonOf } from '../rules/pending-reason.ts'

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

/**
 * Parks an order whose next pack may not be bought now: it is kept in the document, and nothing is due until it is let
 * out. Only who is about to send asks this; what is sent already is found out as ever.
 * @returns `continue` when it may be bought, `hold` when not, `moved` when it is not any more as it was read
 */
export async function holdIfIncident(
  deps: PublishDeps,
  order: OrderDoc,
): Promise<'continue' | 'on_hold' | 'moved'> {
  const incident = holdingIncident(order, await openIncidents())
  if (!incident) return 'continue'
  return (await holdForIncident(deps, order, incident)) ? 'on_hold' : 'moved'
}

/**
 * Parks an order for an incident that was open when it was read. Whoever stood still since then may be too late for all
 * who look for strays, and lets the order out again.
 * @returns whether the order was still as it was read
 */
export async function holdForIncident(
  deps: PublishDeps,
  order: OrderDoc,
  { _id: incident }: Pick<IIncident, '_id'>,
): Promise<boolean> {
  const guard = { status: 'Processing' as const, 'due.fulfil.seq': order.due.fulfil.seq }
  const due = { fulfil: null }
  const isOnHold = order.hold?.incident === incident && !order.hold.releasedAt
  const isDone = isOnHold
    ? (await rescheduleTask(deps, order, { guard, due })) !== undefined
    : await startHold(deps, order, { incident, guard, due })
  if (isDone) await releaseIfEnded(deps, order, incident)
  return isDone
}

async function startHold(
  deps: PublishDeps,
  order: OrderDoc,
  { incident, ...how }: Pick<OrderEdit, 'guard' | 'due'> & { incident: string },
): Promise<boolean> {
  const now = deps.clock.now()
  const hold = await changeOrder(deps, order, {
    ...how,
    set: {
      hold: { incident, at: now, releasedAt: null },
      pendingReason: pendingReasonOf('on_hold', { since: order.processingAt ?? now, detail: incident }),
    },
  })
  return hold !== undefined
}

async function releaseIfEnded(deps: PublishDeps, { _id }: OrderDoc, incident: string): Promise<void> {
  const known = await readIncident(incident)
  if (known?.state !== 'ended') return
  for (;;) {
    const order = await OrderModel.findById(_id).lean<OrderDoc | null>()
    const waits = order?.status === 'Processing' && order.hold?.incident === incident
    // Whoever changes it in between, a note is enough, has not let it out.
    if (!waits || order.hold?.releasedAt || (await releaseOrder(deps, order, known))) return
  }
}
