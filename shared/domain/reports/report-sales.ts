import { toRupees } from '../../contracts/money.ts'
import type { QueryOf, ResultOf } from '../../contracts/route.ts'
import { maxSalesDays, type SalesFigures, type SalesRow, type salesFigures } from '../../contracts/sales.ts'
import { AppError } from '../../platform/app-error.ts'
import { isoDayOf, startOfIstDay } from '../../platform/clock.ts'
import type { Deps } from '../deps.ts'
import { withinSeconds } from './durations.ts'
import {
  DailySalesModel,
  type IDailySales,
  productDayId,
  type SalesTotals,
  salesIndex,
  shopDayId,
} from './sales-model.ts'
import { addTotals, noSales } from './sum-day.ts'

export type SalesQuery = QueryOf<typeof salesFigures>
export type SalesReport = ResultOf<typeof salesFigures>

const trendDays = 14
const daysUnasked = 7
const dayMs = 86_400_000

/**
 * The sales figures of a period, from the stored totals of its days: one document a day, and one for each product, or
 * for each item of the requested product. Reads no orders.
 * @throws AppError `invalid_request` when the period is empty or too long
 */
export async function reportSales(
  { clock }: Pick<Deps, 'clock'>,
  { productid, customers, ...asked }: SalesQuery,
): Promise<SalesReport> {
  const to = asked.to ?? isoDayOf(clock.now())
  const from = asked.from ?? isoDayOf(startOfIstDay(to, 1 - daysUnasked))
  const days = daysBetween(from, to)
  const earlier = days.map((day) => isoDayOf(startOfIstDay(day, -days.length)))
  const idOf = productid ? (day: string) => productDayId(day, productid) : shopDayId
  const of = ({ users, resellers }: IDailySales) =>
    addTotals(customers ? [{ users, resellers }[customers]] : [users, resellers])
  const [kept, goods, countedAt] = await Promise.all([
    DailySalesModel.find({ _id: { $in: [...earlier, ...days].map(idOf) } }).lean<IDailySales[]>(),
    readGoods({ from, to, productid }),
    lastCount(to),
  ])
  const products = namesOf(productid ? await readGoods({ from, to }) : goods)
  const sums = new Map(kept.map((one) => [one.day, of(one)]))
  const total = addTotals(days.map((day) => sums.get(day) ?? noSales()))
  const shown = kept.filter(({ day }) => day >= from)
  return {
    countedAt: countedAt?.toISOString() ?? null,
    total: figuresOf(total),
    before: figuresOf(addTotals(earlier.map((day) => sums.get(day) ?? noSales()))),
    days: days.map((day) => ({ day, ...figuresOf(sums.get(day) ?? noSales()) })),
    rows: rowsOf(goods, { of, trend: days.slice(-trendDays) }),
    refunds: total.refunds
      .map(({ reason, count, paise }) => ({ reason, count, amount: toRupees(paise) }))
      .toSorted((a, b) => b.amount - a.amount),
    ways: (['users', 'resellers'] as const)
      .filter((side) => !customers || side === customers)
      .map((side) => {
        const { upiPaise, salesPaise } = addTotals(shown.map((one) => one[side]))
        return { customers: side, upi: toRupees(upiPaise), wallet: toRupees(salesPaise - upiPaise) }
      }),
    products,
  }
}

function daysBetween(from: string, to: string): string[] {
  const count = Math.round((startOfIstDay(to).getTime() - startOfIstDay(from).getTime()) / dayMs) + 1
  if (count < 1)
    throw new AppError('invalid_request', { field: 'to', message: 'The last day is before the first.' })
  if (count > maxSalesDays) {
    const message = `At most ${maxSalesDays} days are shown at once.`
    throw new AppError('invalid_request', { field: 'from', message })
  }
  return Array.from({ length: count }, (_, number) => isoDayOf(startOfIstDay(from, number)))
}

function readGoods({
  from,
  to,
  productid,
}: {
  from: string
  to: string
  productid?: string | undefined
}): Promise<IDailySales[]> {
  const day = { $gte: from, $lte: to }
  const where = productid ? { kind: 'item' as const, day, productid } : { kind: 'product' as const, day }
  return DailySalesModel.find(where).sort({ day: 1 }).hint(salesIndex).lean<IDailySales[]>().exec()
}

function namesOf(products: readonly IDailySales[]): { id: string; name: string }[] {
  return [...new Map(products.map(({ productid, name }) => [productid, name]))]
    .map(([id, name]) => ({ id, name }))
    .toSorted((a, b) => a.name.localeCompare(b.name))
}

/** When the last day up to this one was counted. */
async function lastCount(to: string): Promise<Date | null> {
  const last = await DailySalesModel.findOne({ kind: 'shop', day: { $lte: to } }, 'countedAt')
    .sort({ day: -1 })
    .hint(salesIndex)
    .lean<Pick<IDailySales, 'countedAt'> | null>()
  return last?.countedAt ?? null
}

type Shown = { of: (one: IDailySales) => SalesTotals; trend: readonly string[] }

function rowsOf(goods: readonly IDailySales[], { of, trend }: Shown): SalesRow[] {
  const byGoods = Map.groupBy(goods, ({ productid, itemid, kind }) =>
    kind === 'item' ? String(itemid) : productid,
  )
  return [...byGoods]
    .map(([id, own]) => {
      const byDay = new Map(own.map((one) => [one.day, of(one).salesPaise]))
      return {
        id,
        name: own.at(-1)?.name ?? '',
        ...figuresOf(addTotals(own.map(of))),
        trend: trend.map((day) => toRupees(byDay.get(day) ?? 0)),
      }
    })
    .toSorted((a, b) => b.sales - a.sales || a.name.localeCompare(b.name))
}

function figuresOf(sum: SalesTotals): SalesFigures {
  const back = (field: 'count' | 'paise') => sum.refunds.reduce((all, one) => all + one[field], 0)
  const { orders, unknownCost, cancelled, ended, onTime, durations } = sum
  return {
    orders,
    unknownCost,
    cancelled,
    ended,
    onTime,
    sales: toRupees(sum.salesPaise),
    upi: toRupees(sum.upiPaise),
    cost: toRupees(sum.costPaise),
    priced: toRupees(sum.pricedPaise),
    returned: toRupees(sum.refundedPaise),
    redeliveries: sum.redeliveries,
    redeliveriesWithoutCost: sum.redeliveriesWithoutCost,
    redeliveryCost: toRupees(sum.redeliveryCostPaise),
    margin: toRupees(sum.pricedPaise - sum.costPaise - sum.refundedPaise),
    refunded: toRupees(back('paise')),
    refunds: back('count'),
    medianSeconds: withinSeconds(durations, 0.5),
    ninetiethSeconds: withinSeconds(durations, 0.9),
  }
}
