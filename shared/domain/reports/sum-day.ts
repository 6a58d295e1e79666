import { supplierNameFor } from '../../contracts/api-types.ts'
import { durationEdges } from './durations.ts'
import type { DayOrders, DeliveryGroup, RefundedOrders } from './read-day.ts'
import { refundReasonOf } from './refund-reason.ts'
import {
  type IDailySales,
  productDayId,
  type RefundTotals,
  type SalesTotals,
  shopDayId,
} from './sales-model.ts'

/** Paise per unit of a supplier's currency, by account name. */
export type UnitPaise = ReadonlyMap<string, number>

const noDurations = () => [...durationEdges, 0].map(() => 0)

export const noSales = () =>
  ({
    orders: 0,
    salesPaise: 0,
    upiPaise: 0,
    costPaise: 0,
    pricedPaise: 0,
    unknownCost: 0,
    refundedPaise: 0,
    cancelled: 0,
    ended: 0,
    onTime: 0,
    durations: noDurations(),
    redeliveries: 0,
    redeliveriesWithoutCost: 0,
    redeliveryCostPaise: 0,
    refunds: [] as RefundTotals[],
  }) satisfies SalesTotals

const summedFields = [
  'orders',
  'salesPaise',
  'upiPaise',
  'costPaise',
  'pricedPaise',
  'unknownCost',
  'refundedPaise',
  'cancelled',
  'ended',
  'onTime',
  'redeliveries',
  'redeliveriesWithoutCost',
  'redeliveryCostPaise',
] as const

export function addTotals(sums: readonly SalesTotals[]): SalesTotals {
  const all = noSales()
  for (const sum of sums) {
    for (const name of summedFields) all[name] += sum[name]
    sum.durations.forEach((count, place) => {
      all.durations[place] = (all.durations[place] ?? 0) + count
    })
  }
  return { ...all, refunds: addRefunds(sums.flatMap(({ refunds }) => refunds)) }
}

function addRefunds(refunds: readonly RefundTotals[]): RefundTotals[] {
  const byReason = new Map<string, RefundTotals>()
  for (const { reason, count, paise } of refunds) {
    const earlier = byReason.get(reason) ?? { reason, count: 0, paise: 0 }
    byReason.set(reason, { reason, count: earlier.count + count, paise: earlier.paise + paise })
  }
  return [...byReason.values()].toSorted((a, b) => a.reason.localeCompare(b.reason))
}

type DayDocument = Pick<
  IDailySales,
  '_id' | 'kind' | 'day' | 'productid' | 'itemid' | 'name' | 'users' | 'resellers'
>

/** Pure. The documents of a day: always the shop's, and one for each product and item with an ended order. */
export function dayTotals(day: string, orders: DayOrders, unitPaise: UnitPaise): DayDocument[] {
  const items = new Map<string, DayDocument>()
  const add = (group: DeliveryGroup | RefundedOrders, sum: SalesTotals) => {
    const _id = `${day}/item/${group.productid}/${group.itemid}`
    const earlier = items.get(_id) ?? {
      _id,
      kind: 'item' as const,
      day,
      productid: group.productid,
      itemid: group.itemid,
      name: group.itemName,
      users: noSales(),
      resellers: noSales(),
    }
    const side = group.role === 'reseller' ? 'resellers' : 'users'
    items.set(_id, { ...earlier, [side]: addTotals([earlier[side], sum]) })
  }
  for (const group of orders.delivered) add(group, sumDelivered(group, unitPaise))
  for (const group of orders.givenBack) add(group, sumRefunded(group, unitPaise))
  const names = new Map(
    [...orders.delivered, ...orders.givenBack].map((group) => [group.productid, group.productName]),
  )
  const products = [...names].map(([productid, name]) => {
    const own = [...items.values()].filter((group) => group.productid === productid)
    return { ...combine(own, productDayId(day, productid)), kind: 'product' as const, day, productid, name }
  })
  const shop = { ...combine(products, shopDayId(day)), kind: 'shop' as const, day, productid: '', name: '' }
  return [shop, ...products, ...items.values()]
}

const combine = (documents: readonly DayDocument[], _id: string) => ({
  _id,
  itemid: 0,
  users: addTotals(documents.map(({ users }) => users)),
  resellers: addTotals(documents.map(({ resellers }) => resellers)),
})

/**
 * Paise per unit of the supplier's currency; undefined if the cost is not completely known, so that the sale is part of
 * no margin.
 */
const unitCostPaise = (
  { isPriced, apiType }: Pick<DeliveryGroup, 'isPriced' | 'apiType'>,
  unitPaise: UnitPaise,
) => (isPriced ? unitPaise.get(supplierNameFor(apiType) ?? '') : undefined)

function sumDelivered(delivery: DeliveryGroup, unitPaise: UnitPaise): SalesTotals {
  const { count, paise, partlyRefundedPaise, shares } = delivery
  const unitCost = unitCostPaise(delivery, unitPaise)
  // Rounded up, so that a margin is never shown larger than it is.
  const costPaise = unitCost === undefined ? 0 : Math.ceil(Number(delivery.cost) * unitCost - 1e-6)
  const durations = noDurations()
  durations[delivery.place] = count
  return {
    ...noSales(),
    orders: count,
    salesPaise: paise,
    upiPaise: delivery.isUpi ? paise : 0,
    costPaise,
    ...(delivery.redeliveries > 0 && {
      redeliveries: delivery.redeliveries,
      redeliveriesWithoutCost: unitCost === undefined ? delivery.redeliveries : 0,
      redeliveryCostPaise: costPaise,
    }),
    ...(unitCost === undefined ? { unknownCost: count } : { pricedPaise: paise }),
    ended: count,
    onTime: delivery.isOnTime ? count : 0,
    durations,
    refunds: shares > 0 ? [{ reason: 'part', count: shares, paise: partlyRefundedPaise }] : [],
  }
}

function sumRefunded(group: RefundedOrders, unitPaise: UnitPaise): SalesTotals {
  const { status, count, paise, ended, onTime, ...facts } = group
  if (status === 'Cancelled') return { ...noSales(), cancelled: count, ended, onTime }
  // A sale that was never part of the margin is not deducted from it.
  const isInMargin = facts.previousStatus === 'Completed' && unitCostPaise(group, unitPaise) !== undefined
  return {
    ...noSales(),
    refundedPaise: isInMargin ? paise : 0,
    ended,
    onTime,
    refunds: [{ reason: refundReasonOf(facts), count, paise }],
  }
}
