import { isoDayOf, startOfIstDay } from '../../platform/clock.ts'
import { inTransaction } from '../../platform/mongo.ts'
import { readSnapshot } from '../../platform/snapshot.ts'
import type { Deps } from '../deps.ts'
import { OrderModel, orderCountersIndex } from '../orders/index.ts'
import { readDay } from './read-day.ts'
import { DailySalesModel, type IDailySales, salesIndex, shopDayId } from './sales-model.ts'
import { dayTotals } from './sum-day.ts'

/** How often the current day is counted again. */
export const salesEveryMs = 10 * 60_000

/** Orders that ended before this are certainly written, however slow their process was. */
const finaliseDelayMs = 5 * 60_000

type RecountDeps = { clock: Deps['clock']; env: Pick<Deps['env'], 'SUPPLIER_CURRENCY_PAISE'> }

/**
 * Recounts every day that is not finalised, up to today, from its orders. The first count after a day's end finalises
 * it: later refunds count on the day on which they are made.
 */
export async function recountSales(deps: RecountDeps): Promise<void> {
  const now = deps.clock.now()
  const today = isoDayOf(now)
  for (let day = await firstOpenDay(today); day <= today; day = dayAfter(day)) await countDay(deps, day)
}

/** The day after the last finalised one; without one, the day on which the first order ended. */
async function firstOpenDay(today: string): Promise<string> {
  const closed = await DailySalesModel.findOne({ kind: 'shop', isFinalised: true })
    .sort({ day: -1 })
    .hint(salesIndex)
    .select('day')
    .lean<Pick<IDailySales, 'day'> | null>()
  if (closed) return dayAfter(closed.day)
  const first = await OrderModel.findOne({ 'ended.at': { $gt: new Date(0) } })
    .sort({ 'ended.at': 1 })
    .hint(orderCountersIndex)
    .select('ended.at')
    .lean<{ ended: { at: Date } } | null>()
  return first ? isoDayOf(first.ended.at) : today
}

const dayAfter = (day: string) => isoDayOf(startOfIstDay(day, 1))

async function countDay({ clock, env }: RecountDeps, day: string): Promise<void> {
  const countedAt = clock.now()
  const unitPaise = env.SUPPLIER_CURRENCY_PAISE
  const orders = await readSnapshot((snapshot) => readDay(snapshot, day))
  const documents = dayTotals(day, orders, unitPaise)
  const shopFields = {
    countedAt,
    isFinalised: countedAt.getTime() >= startOfIstDay(day, 1).getTime() + finaliseDelayMs,
    unitPaise: [...unitPaise].map(([account, paise]) => ({ account, paise })),
  }
  const otherFields = { countedAt: null, isFinalised: false, unitPaise: [] }
  await inTransaction(async (snapshot) => {
    // Of concurrent counts of a day the later snapshot wins, and a finalised day never changes.
    const before = await DailySalesModel.findById(shopDayId(day), null, {
      session: snapshot,
    }).lean<IDailySales | null>()
    if (before?.isFinalised || (before?.countedAt && before.countedAt >= countedAt)) return
    await DailySalesModel.bulkWrite(
      documents.map((counted) => ({
        replaceOne: {
          filter: { _id: counted._id },
          replacement: { ...counted, ...(counted.kind === 'shop' ? shopFields : otherFields) },
          upsert: true,
        },
      })),
      { session: snapshot },
    )
  })
}
