import { type SupplierName, supplierAccounts, supplierNameFor } from '../../../contracts/api-types.ts'
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

/** A worker that read of an incident before its end has hold for it by then, if it ever does. */
const strayMs = 10 * 60_000
/** So many of one incident are let out in one turn. */
const atOnce = 50

/**
 * Lets out what may go now, for every incident. Any number of processes may, at any time: the pace is the incident's.
 * @returns whether one is draining
 */
export async function releaseHeldOrders(deps: ReleaseDeps): Promise<boolean> {
  const incidents = await unfinishedIncidents()
  for (const incident of incidents) {
    if (incident.state === 'releasing') await releaseNextDue(deps, incident)
    if (incident.state === 'ended') await releaseStrays(deps, incident)
  }
  return incidents.some(({ state }) => state === 'releasing')
}

async function releaseNextDue(deps: ReleaseDeps, incident: IIncident): Promise<void> {
  await stopIfFailing(deps, incident)
  if (isStopped(incident)) return
  const first = await nextHeldOrder(incident)
  if (!first) return endIfOver(deps, incident)
  if (incident.nextReleaseAt > deps.clock.now()) return
  const unavailable = (await unavailableAccounts(deps, incident)).map(({ account }) => account)
  const account = supplierNameFor(first.item.apiType)
  const order = account && unavailable.includes(account) ? await nextHeldOrder(incident, unavailable) : first
  if (order && (await acquireReleaseSlot(deps, incident)))
    await releaseNext(deps, incident, { order, unavailable })
}

/** The next, and where that one has been refunded meanwhile the one after it: the slot is taken. */
async function releaseNext(
  deps: ReleaseDeps,
  incident: IIncident,
  { order: first, unavailable }: { order: OrderDoc; unavailable: readonly SupplierName[] },
): Promise<void> {
  let order: OrderDoc | null = first
  for (let tries = 0; order && tries < atOnce; tries += 1) {
    if (await releaseOrder(deps, order, incident)) return
    order = await nextHeldOrder(incident, unavailable)
  }
}

/** Least time left goes first: the promise runs from the payment. @param unavailable accounts that are passed over */
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
    .sort({ processingAt: 1, _id: 1 })
    .hint(holdIndex)
    .lean<OrderDoc | null>()

async function endIfOver(deps: ReleaseDeps, incident: IIncident): Promise<void> {
  if (!(await isReleaseInProgress(deps, incident)) && (await endIncident(deps, incident))) {
    deps.log.info({ incident: incident._id }, 'incident over: nothing is hold any more')
  }
}

/** Whoever was hold by a worker that knew of the incident's end too late goes at once. */
async function releaseStrays(deps: ReleaseDeps, incident: IIncident): Promise<void> {
  const strays = await OrderModel.find(heldFor(incident)).limit(atOnce).hint(holdIndex).lean<OrderDoc[]>()
  for (const order of strays) await releaseOrder(deps, order, incident)
  const isLongOver = deps.clock.now().getTime() - (incident.endedAt?.getTime() ?? 0) > strayMs
  if (strays.length === 0 && isLongOver) await markIncidentDrained(incident)
}
