import { type SupplierName, supplierAccounts, supplierNameFor } from '../../../contracts/api-types.ts'
import type { Deps } from '../../deps.ts'
import {
  clearIncident,
  endIncident,
  haltIfFailing,
  type IIncident,
  isShut,
  takeSlot,
  unclearIncidents,
} from '../../incidents/index.ts'
import type { TellDeps } from '../change/tell-order.ts'
import { parkedIndex } from '../order-indexes.ts'
import { type OrderDoc, OrderModel } from '../order-model.ts'
import { letOrderOut } from './let-order-out.ts'
import { isUnderWay, restingAccounts, waitingFor } from './under-way.ts'

type LetOutDeps = TellDeps & Pick<Deps, 'redis' | 'env' | 'log' | 'stopping'>

/** A worker that read of an incident before its end has parked for it by then, if it ever does. */
const strayMs = 10 * 60_000
/** So many of one incident are let out in one turn. */
const atOnce = 50

/**
 * Lets out what may go now, for every incident. Any number of processes may, at any time: the pace is the incident's.
 * @returns whether one is draining
 */
export async function letOutParked(deps: LetOutDeps): Promise<boolean> {
  const incidents = await unclearIncidents()
  for (const incident of incidents) {
    if (incident.state === 'draining') await drain(deps, incident)
    if (incident.state === 'ended') await letStraysOut(deps, incident)
  }
  return incidents.some(({ state }) => state === 'draining')
}

async function drain(deps: LetOutDeps, incident: IIncident): Promise<void> {
  await haltIfFailing(deps, incident)
  if (isShut(incident)) return
  const first = await nextParked(incident)
  if (!first) return endIfOver(deps, incident)
  if (incident.nextOutAt > deps.clock.now()) return
  const resting = (await restingAccounts(deps, incident)).map(({ account }) => account)
  const account = supplierNameFor(first.item.apiType)
  const order = account && resting.includes(account) ? await nextParked(incident, resting) : first
  if (order && (await takeSlot(deps, incident))) await letNextOut(deps, incident, { order, resting })
}

/** The next, and where that one has been refunded meanwhile the one after it: the slot is taken. */
async function letNextOut(
  deps: LetOutDeps,
  incident: IIncident,
  { order: first, resting }: { order: OrderDoc; resting: readonly SupplierName[] },
): Promise<void> {
  let order: OrderDoc | null = first
  for (let tries = 0; order && tries < atOnce; tries += 1) {
    if (await letOrderOut(deps, order, incident)) return
    order = await nextParked(incident, resting)
  }
}

/** Least time left goes first: the promise runs from the payment. @param resting accounts that are passed over */
const nextParked = (incident: IIncident, resting: readonly SupplierName[] = []): Promise<OrderDoc | null> =>
  OrderModel.findOne({
    ...waitingFor(incident),
    ...(resting.length > 0 && {
      'item.apiType': { $nin: resting.flatMap((account) => [...supplierAccounts[account]]) },
    }),
  })
    .sort({ processingAt: 1, _id: 1 })
    .hint(parkedIndex)
    .lean<OrderDoc | null>()

async function endIfOver(deps: LetOutDeps, incident: IIncident): Promise<void> {
  if (!(await isUnderWay(deps, incident)) && (await endIncident(deps, incident))) {
    deps.log.info({ incident: incident._id }, 'incident over: nothing is parked any more')
  }
}

/** Whoever was parked by a worker that knew of the incident's end too late goes at once. */
async function letStraysOut(deps: LetOutDeps, incident: IIncident): Promise<void> {
  const strays = await OrderModel.find(waitingFor(incident))
    .limit(atOnce)
    .hint(parkedIndex)
    .lean<OrderDoc[]>()
  for (const order of strays) await letOrderOut(deps, order, incident)
  const isLongOver = deps.clock.now().getTime() - (incident.endedAt?.getTime() ?? 0) > strayMs
  if (strays.length === 0 && isLongOver) await clearIncident(incident)
}
