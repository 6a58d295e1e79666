import { type SupplierName, supplierAccounts, supplierNameFor } from '../../../contracts/api-types.ts'
import type { HeldOrder } from '../../../contracts/incidents.ts'
import { toRupees } from '../../../contracts/money.ts'
import type { Deps } from '../../deps.ts'
import {
  acquireReleaseSlot,
  endIncident,
  type IIncident,
  isStopped,
  markIncidentDrained,
  stopIfFailing,
  unfinishedIncidents,
} from '../../incidents/index.ts'
import type { PublishDeps } from '../change/publish-order.ts'
import { holdIndex } from '../model/order-indexes.ts'
import { type OrderDoc, OrderModel } from '../model/order-model.ts'
import { releaseOrder } from './hold-order.ts'
import { heldFor, isReleaseInProgress, unavailableAccounts } from './release-state.ts'

type ReleaseDeps = PublishDeps & Pick<Deps, 'redis' | 'env' | 'log' | 'shutdownSignal'>

/** A worker that read an incident before its end puts orders on hold within this time, if at all. */
const lateHoldMs = 10 * 60_000
/** The most orders of an incident that one pass releases. */
const maxPerPass = 50

/**
 * Releases the held orders that are due, for each incident. Any number of processes may call this at any
 * time: the rate is stored in the incident.
 * @returns whether an incident is releasing
 */
export async function releaseHeldOrders(deps: ReleaseDeps): Promise<boolean> {
  const incidents = await unfinishedIncidents()
  for (const incident of incidents) {
    if (incident.state === 'releasing') await releaseNextDue(deps, incident)
    if (incident.state === 'ended') await releaseLateHolds(deps, incident)
  }
  return incidents.some(({ state }) => state === 'releasing')
}

async function releaseNextDue(deps: ReleaseDeps, incident: IIncident): Promise<void> {
  await stopIfFailing(deps, incident)
  if (isStopped(incident)) return
  const first = await nextHeldOrder(incident)
  if (!first) return endIfDrained(deps, incident)
  if (incident.nextReleaseAt > deps.clock.now()) return
  const unavailable = (await unavailableAccounts(deps, incident)).map(({ account }) => account)
  const account = supplierNameFor(first.item.apiType)
  const order = account && unavailable.includes(account) ? await nextHeldOrder(incident, unavailable) : first
  if (order && (await acquireReleaseSlot(deps, incident)))
    await releaseNext(deps, incident, { order, unavailable })
}

/** Releases the next order, or the one after it if that was refunded in the meantime: the slot is used. */
async function releaseNext(
  deps: ReleaseDeps,
  incident: IIncident,
  { order: first, unavailable }: { order: OrderDoc; unavailable: readonly SupplierName[] },
): Promise<void> {
  let order: OrderDoc | null = first
  for (let tries = 0; order && tries < maxPerPass; tries += 1) {
    if (await releaseOrder(deps, order, incident)) return
    order = await nextHeldOrder(incident, unavailable)
  }
}

/** The held order that was paid first has the least time left. */
const byTimeLeft = { processingAt: 1, _id: 1 } as const

/** The held order that is released next. @param unavailable accounts to skip */
const nextHeldOrder = (
  incident: IIncident,
  unavailable: readonly SupplierName[] = [],
): Promise<OrderDoc | null> =>
  OrderModel.findOne({
    ...heldFor(incident),
    ...(unavailable.length > 0 && {
      'item.apiType': { $nin: unavailable.flatMap((account) => [...supplierAccounts[account]]) },
    }),
  })
    .sort(byTimeLeft)
    .hint(holdIndex)
    .lean<OrderDoc | null>()

/** The orders that are released next, for the admins' list. */
export async function nextHeldOrders(incident: IIncident, limit: number): Promise<HeldOrder[]> {
  const orders = await OrderModel.find(heldFor(incident))
    .sort(byTimeLeft)
    .limit(limit)
    .hint(holdIndex)
    .select({ item: 1, customer: 1, pricePaise: 1, processingAt: 1, createdAt: 1 })
    .lean<OrderDoc[]>()
  return orders.map((order) => ({
    orderid: order._id,
    itemname: order.item.name,
    imgpath: order.item.imgpath,
    customer: order.customer.name,
    value: toRupees(order.pricePaise),
    paidAt: (order.processingAt ?? order.createdAt).toISOString(),
  }))
}

async function endIfDrained(deps: ReleaseDeps, incident: IIncident): Promise<void> {
  if (!(await isReleaseInProgress(deps, incident)) && (await endIncident(deps, incident))) {
    deps.log.info({ incident: incident._id }, 'incident ended')
  }
}

/** Releases orders that a worker put on hold before it knew of the incident's end. */
async function releaseLateHolds(deps: ReleaseDeps, incident: IIncident): Promise<void> {
  const lateHolds = await OrderModel.find(heldFor(incident))
    .limit(maxPerPass)
    .hint(holdIndex)
    .lean<OrderDoc[]>()
  for (const order of lateHolds) await releaseOrder(deps, order, incident)
  const hasEndedLongAgo = deps.clock.now().getTime() - (incident.endedAt?.getTime() ?? 0) > lateHoldMs
  if (lateHolds.length === 0 && hasEndedLongAgo) await markIncidentDrained(incident)
}
