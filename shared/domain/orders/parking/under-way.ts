import { type SupplierName, supplierAccounts, supplierNames } from '../../../contracts/api-types.ts'
import type { WhyWaits } from '../../../contracts/incident-words.ts'
import type { Incident } from '../../../contracts/incidents.ts'
import type { Deps } from '../../deps.ts'
import { type IUnit, openUntil } from '../../fulfilment/index.ts'
import { type IIncident, isShut } from '../../incidents/index.ts'
import { parkedIndex } from '../order-indexes.ts'
import { type OrderDoc, OrderModel } from '../order-model.ts'

/** A call is answered by then, or its process is dead. */
const callMs = 2 * 60_000

/** What is parked for it and has not been let out. */
export const waitingFor = ({ _id }: IIncident) => ({
  ...{ 'parked.incident': _id, status: 'Processing' as const, 'parked.outAt': null },
})

const letOutOf = ({ _id, drainingAt, startedAt }: IIncident) => ({
  ...{ 'parked.incident': _id, status: 'Processing' as const },
  'parked.outAt': { $gte: drainingAt ?? startedAt },
})

export type RestDeps = Pick<Deps, 'redis' | 'env' | 'clock' | 'log'>

/** An account for which nothing is let out now, why, and when it is tried again. */
type Rest = { account: SupplierName; why: WhyWaits; detail: string; until: Date | null }

/**
 * The incident's accounts for which nothing is let out now: one that is paused, or for which somebody let out already
 * waits. Who came after would only stand in another line, and nothing would tell that the supplier fails.
 */
export async function restingAccounts(deps: RestDeps, incident: IIncident): Promise<Rest[]> {
  const { scope } = incident
  const accounts = supplierNames.filter((name) => scope === 'ALL' || scope === name)
  const rests = await Promise.all(accounts.map((account) => restOf(deps, incident, account)))
  return rests.flatMap((rest) => rest ?? [])
}

async function restOf(deps: RestDeps, incident: IIncident, account: SupplierName): Promise<Rest | undefined> {
  const until = await openUntil(deps, account)
  if (until) return { account, why: 'paused', detail: '', until }
  const first = await OrderModel.findOne({
    ...letOutOf(incident),
    'attention.kind': 'supplier_unavailable',
    'item.apiType': { $in: supplierAccounts[account] },
  })
    .hint(parkedIndex)
    .select({ attention: 1, due: 1 })
    .lean<Pick<OrderDoc, 'attention' | 'due'> | null>()
  if (!first) return undefined
  return { account, why: 'in_line', detail: first.attention?.detail ?? '', until: first.due.fulfil.at }
}

/** Why an open valve lets nothing out, for people; of one that is shut nothing needs to be said. */
export async function waitsOf(deps: RestDeps, incident: IIncident): Promise<Incident['waits']> {
  if (incident.state !== 'draining' || isShut(incident)) return []
  const rests = await restingAccounts(deps, incident)
  return rests.map(({ until, ...rest }) => ({ ...rest, until: until?.toISOString() ?? null }))
}

/** Whether something that was let out has yet to be sent, or its call to be answered: three may still fail. */
export async function isUnderWay({ clock }: Pick<Deps, 'clock'>, incident: IIncident): Promise<boolean> {
  const since = new Date(clock.now().getTime() - callMs)
  const orders = await OrderModel.find({
    ...letOutOf(incident),
    'attention.forPerson': { $ne: true },
    'units.state': { $in: ['planned', 'sending'] },
  })
    .hint(parkedIndex)
    .select({ units: 1 })
    .lean<Pick<OrderDoc, 'units'>[]>()
  return orders.some(({ units }) => {
    const next = units.find(({ state }) => state !== 'delivered')
    return next !== undefined && isAwaited(next, since)
  })
}

/** What the supplier has accepted is answered, however long it takes to deliver. */
const isAwaited = ({ state, supplierOrderId, sentAt }: IUnit, since: Date): boolean =>
  state === 'planned' || (state === 'sending' && supplierOrderId === '' && sentAt !== null && sentAt > since)
