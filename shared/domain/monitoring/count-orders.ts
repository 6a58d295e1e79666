import { countPromises, type PromiseCounts } from '../orders/index.ts'
import { type CountedOrders, CountedOrdersModel } from './counted-orders-model.ts'

/** An order that ended this long ago has been written, also by a slow process. */
const settledMs = 10_000

/** A longer time that was not monitored is left out: counting it would read that many orders at once. */
const maxSpanMs = 6 * 3_600_000

/** Without a change the time is stored this often, so that the span to count stays short. */
const storeAfterMs = 5 * 60_000

/**
 * The totals with what was added since they were stored. Stored by compare-and-set, so that processes that count at
 * once count nothing twice.
 */
export async function countOrders(now: Date): Promise<CountedOrders> {
  const until = new Date(now.getTime() - settledMs)
  const stored =
    (await CountedOrdersModel.findById('orders').lean<CountedOrders | null>()) ?? (await start(until))
  const since = new Date(Math.max(stored.until.getTime(), until.getTime() - maxSpanMs))
  if (since >= until) return stored
  const added = await countPromises({ since, until })
  const next = addCounts(stored, added, until)
  const isChanged = next.kept > stored.kept || next.broken > stored.broken || added.ended.length > 0
  if (!isChanged && until.getTime() - stored.until.getTime() < storeAfterMs) return stored
  const { kept, broken, ended } = next
  const { modifiedCount } = await CountedOrdersModel.updateOne(
    { _id: 'orders', until: stored.until },
    { $set: { until, kept, broken, ended } },
  )
  return modifiedCount > 0 ? next : stored
}

async function start(until: Date): Promise<CountedOrders> {
  const first = { until, kept: 0, broken: 0, ended: {} }
  const stored = await CountedOrdersModel.findOneAndUpdate(
    { _id: 'orders' },
    { $setOnInsert: first },
    { upsert: true, returnDocument: 'after' },
  ).lean<CountedOrders>()
  return stored ?? { _id: 'orders', ...first }
}

/** Pure. */
export function addCounts(stored: CountedOrders, added: PromiseCounts, until: Date): CountedOrders {
  const ended = { ...stored.ended }
  for (const { status, count } of added.ended) ended[status] = (ended[status] ?? 0) + count
  return { ...stored, until, kept: stored.kept + added.kept, broken: stored.broken + added.broken, ended }
}
