import type { Incident, OpenIncident, ParkedOrder } from '../../../contracts/incidents.ts'
import { toRupees } from '../../../contracts/money.ts'
import type { IIncident } from '../../incidents/index.ts'
import { parkedIndex } from '../order-indexes.ts'
import { type OrderDoc, OrderModel } from '../order-model.ts'
import { type RestDeps, waitingFor, waitsOf } from './under-way.ts'

type Row = {
  _id: { incident: string; status: OrderDoc['status']; isOut: boolean }
  orders: number
  paise: number
  oldestAt: Date | null
}

/** What became of the orders of each of these incidents, counted from an index alone: no order is read. */
export async function incidentViews(deps: RestDeps, incidents: readonly IIncident[]): Promise<Incident[]> {
  if (incidents.length === 0) return []
  const ids = incidents.map(({ _id }) => _id)
  const rows = await OrderModel.aggregate<Row>([
    { $match: { 'parked.incident': { $in: ids, $gt: '' } } },
    {
      $group: {
        _id: { incident: '$parked.incident', status: '$status', isOut: { $gt: ['$parked.outAt', null] } },
        orders: { $sum: 1 },
        paise: { $sum: '$pricePaise' },
        oldestAt: { $min: '$processingAt' },
      },
    },
  ]).hint(parkedIndex)
  return Promise.all(
    incidents.map(async (one) => ({
      ...(await scopedView(deps, one)),
      ...figuresView(
        one,
        rows.filter(({ _id }) => _id.incident === one._id),
      ),
    })),
  )
}

/** What every screen tells of the open ones: only what waits is counted, in an index. */
export const openViews = (deps: RestDeps, open: readonly IIncident[]): Promise<OpenIncident[]> =>
  Promise.all(
    open.map(async (one) => {
      const [view, orders] = await Promise.all([
        scopedView(deps, one),
        OrderModel.countDocuments(waitingFor(one)).hint(parkedIndex),
      ])
      return { ...view, parked: { orders } }
    }),
  )

async function scopedView(deps: RestDeps, incident: IIncident): Promise<Omit<OpenIncident, 'parked'>> {
  const { _id, scope, state, perMinute, startedAt, halted } = incident
  return {
    ...{ id: _id, scope, state, perMinute },
    startedAt: startedAt.toISOString(),
    halted: halted && { at: halted.at.toISOString(), why: halted.why },
    waits: await waitsOf(deps, incident),
  }
}

function figuresView(
  incident: IIncident,
  rows: readonly Row[],
): Omit<Incident, keyof OpenIncident> & Pick<Incident, 'parked'> {
  const { version, why, message } = incident
  const waiting = rows.find(({ _id: { status, isOut } }) => status === 'Processing' && !isOut)
  const underWay = rows.find(({ _id: { status, isOut } }) => status === 'Processing' && isOut)
  return {
    ...{ version, why, message },
    newsAt: incident.newsAt.toISOString(),
    startedBy: incident.startedBy.name,
    endedAt: incident.endedAt?.toISOString() ?? null,
    log: incident.log.map(({ at, by, what, detail }) => ({ at: at.toISOString(), by, what, detail })),
    parked: { ...sumOf(waiting ? [waiting] : []), oldestAt: waiting?.oldestAt?.toISOString() ?? null },
    underWay: underWay?.orders ?? 0,
    delivered: sumOf(rows.filter((row) => row._id.status === 'Completed')).orders,
    refunded: sumOf(rows.filter((row) => row._id.status === 'Refunded')),
  }
}

const sumOf = (rows: readonly Row[]) => ({
  orders: rows.reduce((sum, { orders }) => sum + orders, 0),
  value: toRupees(rows.reduce((sum, { paise }) => sum + paise, 0)),
})

/** The orders that go out next: least time left first. */
export async function nextParkedOf(incident: IIncident, limit: number): Promise<ParkedOrder[]> {
  const orders = await OrderModel.find(waitingFor(incident))
    .sort({ processingAt: 1, _id: 1 })
    .limit(limit)
    .hint(parkedIndex)
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
