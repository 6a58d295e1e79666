import { supplierNames } from '../../../contracts/api-types.ts'
import type { Deps } from '../../deps.ts'
import { pausedUntil } from '../../fulfilment/index.ts'
import {
  clearIncident,
  endIncident,
  haltIfFailing,
  type IIncident,
  isShut,
  takeSlot,
  unclearIncidents,
} from '../../incidents/index.ts'
import { attentionOf } from '../change/attention.ts'
import { changeOrder } from '../change/change-order.ts'
import type { TellDeps } from '../change/tell-order.ts'
import { parkedIndex } from '../order-indexes.ts'
import { type OrderDoc, OrderModel } from '../order-model.ts'

type LetOutDeps = TellDeps & Pick<Deps, 'redis' | 'env' | 'log' | 'stopping'>

/** What was let out last may take so long to be answered: until then three may still fail. */
const lastAnswersMs = 2 * 60_000
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
  const order = await nextParked(incident)
  if (!order) return endIfOver(deps, incident)
  if (incident.nextOutAt > deps.clock.now() || (await isSilent(deps, incident))) return
  if (await takeSlot(deps, incident)) await letNextOut(deps, incident, order)
}

/** While the account's own pause lasts, who was let out would only stand in another line. */
async function isSilent(deps: LetOutDeps, { scope }: IIncident): Promise<boolean> {
  const account = supplierNames.find((name) => name === scope)
  return account !== undefined && (await pausedUntil(deps, account)) !== undefined
}

/** The next, and where that one has been refunded meanwhile the one after it: the slot is taken. */
async function letNextOut(deps: LetOutDeps, incident: IIncident, first: OrderDoc): Promise<void> {
  let order: OrderDoc | null = first
  for (let tries = 0; order && tries < atOnce; tries += 1) {
    if (await letOut(deps, order, incident)) return
    order = await nextParked(incident)
  }
}

/** Exactly the order that was read: a refund that its customer chose meanwhile makes this match nothing. */
async function letOut(deps: LetOutDeps, order: OrderDoc, { _id }: IIncident): Promise<boolean> {
  const now = deps.clock.now()
  const after = await changeOrder(deps, order, {
    guard: { status: 'Processing', revision: order.revision, 'parked.incident': _id, 'parked.outAt': null },
    set: { 'parked.outAt': now, attention: attentionOf('trying', { since: now }) },
    due: { fulfil: now },
  })
  return after !== undefined
}

const waitingFor = ({ _id }: IIncident) => ({
  ...{ 'parked.incident': _id, status: 'Processing' as const, 'parked.outAt': null },
})

/** Least time left goes first: the promise runs from the payment. */
const nextParked = (incident: IIncident): Promise<OrderDoc | null> =>
  OrderModel.findOne(waitingFor(incident))
    .sort({ processingAt: 1, _id: 1 })
    .hint(parkedIndex)
    .lean<OrderDoc | null>()

async function endIfOver(deps: LetOutDeps, incident: IIncident): Promise<void> {
  const since = new Date(deps.clock.now().getTime() - lastAnswersMs)
  const underWay = await OrderModel.exists({
    ...{ 'parked.incident': incident._id, status: 'Processing', 'parked.outAt': { $gt: since } },
  }).hint(parkedIndex)
  if (!underWay && (await endIncident(deps, incident))) {
    deps.log.info({ incident: incident._id }, 'incident over: nothing is parked any more')
  }
}

/** Whoever was parked by a worker that knew of the incident's end too late goes at once. */
async function letStraysOut(deps: LetOutDeps, incident: IIncident): Promise<void> {
  const strays = await OrderModel.find(waitingFor(incident))
    .limit(atOnce)
    .hint(parkedIndex)
    .lean<OrderDoc[]>()
  for (const order of strays) await letOut(deps, order, incident)
  const isLongOver = deps.clock.now().getTime() - (incident.endedAt?.getTime() ?? 0) > strayMs
  if (strays.length === 0 && isLongOver) await clearIncident(incident)
}
