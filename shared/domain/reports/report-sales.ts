import { toRupees } from '../../contracts/money.ts'
import type { QueryOf, ResultOf } from '../../contracts/route.ts'
import { maxSalesDays, type SalesRow, type SalesSummary, type salesReport } from '../../contracts/sales.ts'
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

export type SalesQuery = QueryOf<typeof salesReport>
export type SalesReport = ResultOf<typeof salesReport>

const trendDays = 14
const defaultDays = 7
const dayMs = 86_400_000

/**
 * The sales figures of a period, from the stored totals of its days: one document a day, and one for each product, or
 * for each item of the requested product. Reads no orders.
 * @throws AppError `invalid_request` when the period is empty or too long
 */
export async function reportSales(
  { clock }: Pick<Deps, 'clock'>,
  { productid, customers, ...period }: SalesQuery,
): Promise<SalesReport> {
  const to = period.to ?? isoDayOf(clock.now())
  const from = period.from ?? isoDayOf(startOfIstDay(to, 1 - defaultDays))
  const days = daysBetween(from, to)
  const earlier = days.map((day) => isoDayOf(startOfIstDay(day, -days.length)))
  const idOf = productid ? (day: string) => productDayId(day, productid) : shopDayId
  const totalsOf = ({ users, resellers }: IDailySales) =>
    addTotals(customers ? [{ users, resellers }[customers]] : [users, resellers])
  const [stored, productSales, countedAt] = await Promise.all([
    DailySalesModel.find({ _id: { $in: [...earlier, ...days].map(idOf) } }).lean<IDailySales[]>(),
    readProductSales({ from, to, productid }),
    lastCountedAt(to),
  ])
  const products = productNames(productid ? await readProductSales({ from, to }) : productSales)
  const sums = new Map(stored.map((sales) => [sales.day, totalsOf(sales)]))
  const total = addTotals(days.map((day) => sums.get(day) ?? noSales()))
  const inPeriod = stored.filter(({ day }) => day >= from)
  return {
    countedAt: countedAt?.toISOString() ?? null,
    total: salesSummaryOf(total),
    before: salesSummaryOf(addTotals(earlier.map((day) => sums.get(day) ?? noSales()))),
    days: days.map((day) => ({ day, ...salesSummaryOf(sums.get(day) ?? noSales()) })),
    rows: salesRows(productSales, { totalsOf, trend: days.slice(-trendDays) }),
    refunds: total.refunds
      .map(({ reason, count, paise }) => ({ reason, count, amount: toRupees(paise) }))
      .toSorted((a, b) => b.amount - a.amount),
    ways: (['users', 'resellers'] as const)
      .filter((side) => !customers || side === customers)
      .map((side) => {
        const { upiPaise, salesPaise } = addTotals(inPeriod.map((sales) => sales[side]))
        return { customers: side, upi: toRupees(upiPaise), wallet: toRupees(salesPaise - upiPaise) }
      }),
    products,
  }
}

function daysBetween(from: string, to: string): string[] {
  const count = Math.round((startOfIstDay(to).getTime() - startOfIstDay(from).getTime()) / dayMs) + 1
  if (count < 1)
    throw new AppError('invalid_request', { field: 'to', message: 'The end date is before the start date.' })
  if (count > maxSalesDays) {
    const message = `Choose ${maxSalesDays} days or fewer.`
    throw new AppError('invalid_request', { field: 'from', message })
  }
  return Array.from({ length: count }, (_, number) => isoDayOf(startOfIstDay(from, number)))
}

function readProductSales({
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

function productNames(products: readonly IDailySales[]): { id: string; name: string }[] {
  return [...new Map(products.map(({ productid, name }) => [productid, name]))]
    .map(([id, name]) => ({ id, name }))
    .toSorted((a, b) => a.name.localeCompare(b.name))
}

/** When the last day up to this one was counted. */
async function lastCountedAt(to: string): Promise<Date | null> {
  const last = await DailySalesModel.findOne({ kind: 'shop', day: { $lte: to } }, 'countedAt')
    .sort({ day: -1 })
    .hint(salesIndex)
    .lean<Pick<IDailySales, 'countedAt'> | null>()
  return last?.countedAt ?? null
}

type RowContext = { totalsOf: (sales: IDailySales) => SalesTotals; trend: readonly string[] }

function salesRows(sales: readonly IDailySales[], { totalsOf, trend }: RowContext): SalesRow[] {
  const byProduct = Map.groupBy(sales, ({ productid, itemid, kind }) =>
    kind === 'item' ? String(itemid) : productid,
  )
  return [...byProduct]
    .map(([id, own]) => {
      const byDay = new Map(own.map((sales) => [sales.day, totalsOf(sales).salesPaise]))
      return {
        id,
        name: own.at(-1)?.name ?? '',
        ...salesSummaryOf(addTotals(own.map(totalsOf))),
        trend: trend.map((day) => toRupees(byDay.get(day) ?? 0)),
      }
    })
    .toSorted((a, b) => b.sales - a.sales || a.name.localeCompare(b.name))
}

function salesSummaryOf(sum: SalesTotals): SalesSummary {
  const refundSum = (field: 'count' | 'paise') => sum.refunds.reduce((all, refund) => all + refund[field], 0)
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
    refunded: toRupees(refundSum('paise')),
    refunds: refundSum('count'),
    medianSeconds: withinSeconds(durations, 0.5),
    ninetiethSeconds: withinSeconds(durations, 0.9),
  }
}
