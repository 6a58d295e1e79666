import { holdingIncident, type IIncident, openIncidents, readIncident } from '../../incidents/index.ts'
import { changeOrder, rescheduleTask } from '../change/change-order.ts'
import type { PublishDeps } from '../change/publish-order.ts'
import type { OrderEdit } from '../change/transition-order.ts'
import { type OrderDoc, OrderModel } from '../model/order-model.ts'
import { pendingReasonOf } from '../rules/pending-reason.ts'

/**
 * Releases exactly the order that was read: a refund that its customer has chosen since makes this match
 * nothing. A clock that is behind the one that started the release must not keep the order on hold.
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
 * Puts an order on hold if its next unit may not be bought now: no task is due until its release. Checked
 * only before a purchase; units that were sent are followed as usual.
 * @returns `continue` if the unit may be bought, `on_hold` if not, `moved` if the order has changed since it
 * was read
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
 * Puts an order on hold for an incident that was open when it was read. The incident may have ended since,
 * and the search for its last orders too: the order is then released again.
 * @returns whether the order was unchanged since it was read
 */
export async function holdForIncident(
  deps: PublishDeps,
  order: OrderDoc,
  { _id: incident }: Pick<IIncident, '_id'>,
): Promise<boolean> {
  const guard = { status: 'Processing' as const, 'due.fulfil.seq': order.due.fulfil.seq }
  const due = { fulfil: null }
  const isOnHold = order.hold?.incident === incident && !order.hold.releasedAt
  const isWritten = isOnHold
    ? (await rescheduleTask(deps, order, { guard, due })) !== undefined
    : await startHold(deps, order, { incident, guard, due })
  if (isWritten) await releaseIfEnded(deps, order, incident)
  return isWritten
}

async function startHold(
  deps: PublishDeps,
  order: OrderDoc,
  { incident, ...edit }: Pick<OrderEdit, 'guard' | 'due'> & { incident: string },
): Promise<boolean> {
  const now = deps.clock.now()
  const held = await changeOrder(deps, order, {
    ...edit,
    set: {
      hold: { incident, at: now, releasedAt: null },
      pendingReason: pendingReasonOf('on_hold', { since: order.processingAt ?? now, detail: incident }),
    },
  })
  return held !== undefined
}

async function releaseIfEnded(deps: PublishDeps, { _id }: OrderDoc, incident: string): Promise<void> {
  const current = await readIncident(incident)
  if (current?.state !== 'ended') return
  for (;;) {
    const order = await OrderModel.findById(_id).lean<OrderDoc | null>()
    const isOnHold = order?.status === 'Processing' && order.hold?.incident === incident
    // Any change in between, such as a note, makes the release match nothing: it is tried again.
    if (!isOnHold || order.hold?.releasedAt || (await releaseOrder(deps, order, current))) return
  }
}
