import { supplierNameFor } from '../../contracts/api-types.ts'
import { durationEdges } from './durations.ts'
import type { DayRead, Delivered, GivenBack } from './read-day.ts'
import { refundReasonOf } from './refund-reason.ts'
import { type ISales, productDayId, type RefundSum, type SalesSum, shopDayId } from './sales-model.ts'

/** What a unit of a supplier's money costs us in paise, by the account's name. */
export type UnitPaise = ReadonlyMap<string, number>

const noDurations = () => [...durationEdges, 0].map(() => 0)

export const noSales = () =>
  ({
    ...{ orders: 0, salesPaise: 0, upiPaise: 0, costPaise: 0, pricedPaise: 0, unknownCost: 0 },
    ...{ returnedPaise: 0, cancelled: 0, ended: 0, kept: 0, durations: noDurations() },
    ...{ again: 0, againUnknown: 0, againPaise: 0, refunds: [] as RefundSum[] },
  }) satisfies SalesSum

const summed = [
  ...(['orders', 'salesPaise', 'upiPaise', 'costPaise', 'pricedPaise', 'unknownCost'] as const),
  ...(['returnedPaise', 'cancelled', 'ended', 'kept', 'again', 'againUnknown', 'againPaise'] as const),
]

/** Pure. The sum of some sums. */
export function addSales(sums: readonly SalesSum[]): SalesSum {
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

type Counted = Pick<ISales, '_id' | 'kind' | 'day' | 'productid' | 'itemid' | 'name' | 'users' | 'resellers'>

/** Pure. The documents of a day: the shop's always, and one for each product and item of which anything ended. */
export function sumDay(day: string, read: DayRead, unitPaise: UnitPaise): Counted[] {
  const items = new Map<string, Counted>()
  const add = (one: Delivered | GivenBack, sum: SalesSum) => {
    const _id = `${day}/item/${one.productid}/${one.itemid}`
    const known = items.get(_id) ?? {
      ...{ _id, kind: 'item' as const, day, productid: one.productid, itemid: one.itemid },
      ...{ name: one.itemName, users: noSales(), resellers: noSales() },
    }
    const side = one.role === 'reseller' ? 'resellers' : 'users'
    items.set(_id, { ...known, [side]: addSales([known[side], sum]) })
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
  ...{ _id, itemid: 0 },
  users: addSales(some.map(({ users }) => users)),
  resellers: addSales(some.map(({ resellers }) => resellers)),
})

/** What a unit of its supplier's money costs; undefined where what it cost is not wholly known, so that its sale is in no margin. */
const perUnitOf = ({ isPriced, apiType }: Pick<Delivered, 'isPriced' | 'apiType'>, unitPaise: UnitPaise) =>
  isPriced ? unitPaise.get(supplierNameFor(apiType) ?? '') : undefined

function sumDelivered(one: Delivered, unitPaise: UnitPaise): SalesSum {
  const { count, paise, partlyRefundedPaise, shares } = one
  const perUnit = perUnitOf(one, unitPaise)
  // A part of a paisa counts as one: a margin is never shown larger than it is.
  const costPaise = perUnit === undefined ? 0 : Math.ceil(Number(one.cost) * perUnit - 1e-6)
  const durations = noDurations()
  durations[one.place] = count
  return {
    ...noSales(),
    ...{ orders: count, salesPaise: paise, upiPaise: one.isUpi ? paise : 0 },
    costPaise,
    ...(one.again > 0 && {
      ...{ again: one.again, againUnknown: perUnit === undefined ? one.again : 0, againPaise: costPaise },
    }),
    ...(perUnit === undefined ? { unknownCost: count } : { pricedPaise: paise }),
    ...{ ended: count, kept: one.isKept ? count : 0, durations },
    refunds: shares > 0 ? [{ reason: 'part', count: shares, paise: partlyRefundedPaise }] : [],
  }
}

function sumGivenBack(one: GivenBack, unitPaise: UnitPaise): SalesSum {
  const { status, count, paise, ended, kept, ...facts } = one
  if (status === 'Cancelled') return { ...noSales(), cancelled: count, ended, kept }
  // What never was in the margin is not taken from it.
  const isInMargin = facts.was === 'Completed' && perUnitOf(one, unitPaise) !== undefined
  return {
    ...noSales(),
    returnedPaise: isInMargin ? paise : 0,
    ended,
    kept,
    refunds: [{ reason: refundReasonOf(facts), count, paise }],
  }
}
