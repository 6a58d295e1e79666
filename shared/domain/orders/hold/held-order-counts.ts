import type { Incident, OpenIncident } from '../../../contracts/incidents.ts'
import { toRupees } from '../../../contracts/money.ts'
import type { IIncident } from '../../incidents/index.ts'
import { holdIndex } from '../model/order-indexes.ts'
import { type OrderDoc, OrderModel } from '../model/order-model.ts'
import { type CooldownDeps, heldFor, waitsOf } from './release-state.ts'

type Row = {
  _id: { incident: string; status: OrderDoc['status']; isReleased: boolean }
  orders: number
  paise: number
  oldestAt: Date | null
}

/** The incidents with the counts of their orders, read from an index alone, without orders. */
export async function incidentDetails(
  deps: CooldownDeps,
  incidents: readonly IIncident[],
): Promise<Incident[]> {
  if (incidents.length === 0) return []
  const ids = incidents.map(({ _id }) => _id)
  const rows = await OrderModel.aggregate<Row>([
    { $match: { 'hold.incident': { $in: ids, $gt: '' } } },
    {
      $group: {
        _id: {
          incident: '$hold.incident',
          status: '$status',
          isReleased: { $gt: ['$hold.releasedAt', null] },
        },
        orders: { $sum: 1 },
        paise: { $sum: '$pricePaise' },
        oldestAt: { $min: '$processingAt' },
      },
    },
  ]).hint(holdIndex)
  return Promise.all(
    incidents.map(async (incident) => ({
      ...(await scopedView(deps, incident)),
      ...countsView(
        incident,
        rows.filter(({ _id }) => _id.incident === incident._id),
      ),
    })),
  )
}

/** The open incidents for the banner of each screen: only held orders are counted, from an index. */
export const openIncidentSummaries = (
  deps: CooldownDeps,
  open: readonly IIncident[],
): Promise<OpenIncident[]> =>
  Promise.all(
    open.map(async (incident) => {
      const [view, orders] = await Promise.all([
        scopedView(deps, incident),
        OrderModel.countDocuments(heldFor(incident)).hint(holdIndex),
      ])
      return { ...view, held: { orders } }
    }),
  )

async function scopedView(deps: CooldownDeps, incident: IIncident): Promise<Omit<OpenIncident, 'held'>> {
  const { _id, scope, state, perMinute, startedAt, releaseStopped } = incident
  return {
    id: _id,
    scope,
    state,
    perMinute,
    startedAt: startedAt.toISOString(),
    releaseStopped: releaseStopped && { at: releaseStopped.at.toISOString(), reason: releaseStopped.reason },
    waits: await waitsOf(deps, incident),
  }
}

function countsView(
  incident: IIncident,
  rows: readonly Row[],
): Omit<Incident, keyof OpenIncident> & Pick<Incident, 'held'> {
  const { version, reason, message } = incident
  const waiting = rows.find(({ _id: { status, isReleased } }) => status === 'Processing' && !isReleased)
  const inProgress = rows.find(({ _id: { status, isReleased } }) => status === 'Processing' && isReleased)
  return {
    version,
    reason,
    message,
    nextUpdateAt: incident.nextUpdateAt.toISOString(),
    startedBy: incident.startedBy.name,
    endedAt: incident.endedAt?.toISOString() ?? null,
    log: incident.log.map(({ at, by, event, detail }) => ({ at: at.toISOString(), by, event, detail })),
    held: { ...sumOf(waiting ? [waiting] : []), oldestAt: waiting?.oldestAt?.toISOString() ?? null },
    inProgress: inProgress?.orders ?? 0,
    delivered: sumOf(rows.filter((row) => row._id.status === 'Completed')).orders,
    refunded: sumOf(rows.filter((row) => row._id.status === 'Refunded')),
  }
}

const sumOf = (rows: readonly Row[]) => ({
  orders: rows.reduce((sum, { orders }) => sum + orders, 0),
  value: toRupees(rows.reduce((sum, { paise }) => sum + paise, 0)),
})

/** How long the counts of past incidents, which hardly change, are reused, in ms. */
const pastCacheMs = 60_000
let cachedPast: { key: string; at: number; views: Promise<Incident[]> } | undefined

/**
 * Ended incidents, in the order given. Counts are read again while orders may still be on hold; of the others
 * once a minute in each process, because they cover thousands of orders.
 */
export async function pastIncidentDetails(
  deps: CooldownDeps,
  past: readonly IIncident[],
): Promise<Incident[]> {
  const [finished, unfinished] = await Promise.all([
    cachedDetails(
      deps,
      past.filter(({ hasNoHeldOrders }) => hasNoHeldOrders),
    ),
    incidentDetails(
      deps,
      past.filter(({ hasNoHeldOrders }) => !hasNoHeldOrders),
    ),
  ])
  const all = new Map([...finished, ...unfinished].map((view) => [view.id, view]))
  return past.flatMap(({ _id }) => all.get(_id) ?? [])
}

function cachedDetails(deps: CooldownDeps, finished: readonly IIncident[]): Promise<Incident[]> {
  const key = finished.map(({ _id, startedAt }) => `${_id} ${startedAt.getTime()}`).join()
  const at = performance.now()
  if (cachedPast?.key === key && at - cachedPast.at < pastCacheMs) return cachedPast.views
  const views = incidentDetails(deps, finished)
  cachedPast = { key, at, views }
  views.catch(() => {
    cachedPast = undefined
  })
  return views
}
