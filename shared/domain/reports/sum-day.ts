import { supplierNameFor } from '../../contracts/api-types.ts'
import { durationEdges } from './durations.ts'
import type { DayRead, Delivered, RefundedOrders } from './read-day.ts'
import { refundReasonOf } from './refund-reason.ts'
import { type IDailySales, productDayId, type RefundSum, type SalesTotals, shopDayId } from './sales-model.ts'

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
    refunds: [] as RefundSum[],
  }) satisfies SalesTotals

const summed = [
  ...(['orders', 'salesPaise', 'upiPaise', 'costPaise', 'pricedPaise', 'unknownCost'] as const),
  ...([
    'refundedPaise',
    'cancelled',
    'ended',
    'onTime',
    'redeliveries',
    'redeliveriesWithoutCost',
    'redeliveryCostPaise',
  ] as const),
]

export function addTotals(sums: readonly SalesTotals[]): SalesTotals {
  const all = noSales()
  for (const one of sums) {
    for (const name of summed) all[name] += one[name]
    one.durations.forEach((count, place) => {
      all.durations[place] = (all.durations[place] ?? 0) + count
    })
  }
  return { ...all, refunds: addRefunds(sums.flatMap(({ refunds }) => refunds)) }
}

function addRefunds(refunds: readonly RefundSum[]): RefundSum[] {
  const byReason = new Map<string, RefundSum>()
  for (const { reason, count, paise } of refunds) {
    const known = byReason.get(reason) ?? { reason, count: 0, paise: 0 }
    byReason.set(reason, { reason, count: known.count + count, paise: known.paise + paise })
  }
  return [...byReason.values()].toSorted((a, b) => a.reason.localeCompare(b.reason))
}

type Counted = Pick<
  IDailySales,
  '_id' | 'kind' | 'day' | 'productid' | 'itemid' | 'name' | 'users' | 'resellers'
>

/** Pure. The documents of a day: always the shop's, and one for each product and item with an ended order. */
export function dayTotals(day: string, read: DayRead, unitPaise: UnitPaise): Counted[] {
  const items = new Map<string, Counted>()
  const add = (one: Delivered | RefundedOrders, sum: SalesTotals) => {
    const _id = `${day}/item/${one.productid}/${one.itemid}`
    const known = items.get(_id) ?? {
      _id,
      kind: 'item' as const,
      day,
      productid: one.productid,
      itemid: one.itemid,
      name: one.itemName,
      users: noSales(),
      resellers: noSales(),
    }
    const side = one.role === 'reseller' ? 'resellers' : 'users'
    items.set(_id, { ...known, [side]: addTotals([known[side], sum]) })
  }
  for (const one of read.delivered) add(one, sumDelivered(one, unitPaise))
  for (const one of read.givenBack) add(one, sumGivenBack(one, unitPaise))
  const names = new Map([...read.delivered, ...read.givenBack].map((one) => [one.productid, one.productName]))
  const products = [...names].map(([productid, name]) => {
    const own = [...items.values()].filter((one) => one.productid === productid)
    return { ...together(own, productDayId(day, productid)), kind: 'product' as const, day, productid, name }
  })
  const shop = { ...together(products, shopDayId(day)), kind: 'shop' as const, day, productid: '', name: '' }
  return [shop, ...products, ...items.values()]
}

const together = (some: readonly Counted[], _id: string) => ({
  _id,
  itemid: 0,
  users: addTotals(some.map(({ users }) => users)),
  resellers: addTotals(some.map(({ resellers }) => resellers)),
})

/**
 * Paise per unit of the supplier's currency; undefined if the cost is not completely known, so that the sale is part of
 * no margin.
 */
const perUnitOf = ({ isPriced, apiType }: Pick<Delivered, 'isPriced' | 'apiType'>, unitPaise: UnitPaise) =>
  isPriced ? unitPaise.get(supplierNameFor(apiType) ?? '') : undefined

function sumDelivered(one: Delivered, unitPaise: UnitPaise): SalesTotals {
  const { count, paise, partlyRefundedPaise, shares } = one
  const perUnit = perUnitOf(one, unitPaise)
  // Rounded up, so that a margin is never shown larger than it is.
  const costPaise = perUnit === undefined ? 0 : Math.ceil(Number(one.cost) * perUnit - 1e-6)
  const durations = noDurations()
  durations[one.place] = count
  return {
    ...noSales(),
    orders: count,
    salesPaise: paise,
    upiPaise: one.isUpi ? paise : 0,
    costPaise,
    ...(one.redeliveries > 0 && {
      redeliveries: one.redeliveries,
      redeliveriesWithoutCost: perUnit === undefined ? one.redeliveries : 0,
      redeliveryCostPaise: costPaise,
    }),
    ...(perUnit === undefined ? { unknownCost: count } : { pricedPaise: paise }),
    ended: count,
    onTime: one.isOnTime ? count : 0,
    durations,
    refunds: shares > 0 ? [{ reason: 'part', count: shares, paise: partlyRefundedPaise }] : [],
  }
}

function sumGivenBack(one: RefundedOrders, unitPaise: UnitPaise): SalesTotals {
  const { status, count, paise, ended, onTime, ...facts } = one
  if (status === 'Cancelled') return { ...noSales(), cancelled: count, ended, onTime }
  // A sale that was never part of the margin is not deducted from it.
  const isInMargin = facts.was === 'Completed' && perUnitOf(one, unitPaise) !== undefined
  return {
    ...noSales(),
    refundedPaise: isInMargin ? paise : 0,
    ended,
    onTime,
    refunds: [{ reason: refundReasonOf(facts), count, paise }],
  }
}
