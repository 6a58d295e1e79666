import { isoDayOf } from '../platform/clock.ts'
import { inTransaction } from '../platform/mongo.ts'
import { OrderModel } from './orders/index.ts'
import { countAgain, type ISales, SalesModel, salesKinds } from './sales/index.ts'

type Lacking = Pick<ISales, 'day' | 'unitPaise'>

/**
 * Days that were closed before second deliveries were counted get theirs, from their orders and what a unit of each
 * supplier's money cost then. Nothing else of a closed day changes. May be run again.
 */
export async function fillSalesAgain(): Promise<void> {
  const uncounted = { 'users.again': { $exists: false } }
  const days = await SalesModel.collection
    .find<Lacking>({ kind: 'shop', ...uncounted }, { projection: { day: 1, unitPaise: 1 } })
    .toArray()
  if (days.length === 0) return
  const withSome = await daysWithSome()
  for (const { day, unitPaise = [] } of days) {
    const rates = new Map(unitPaise.map(({ account, paise }) => [account, paise]))
    const sums = withSome.has(day) ? await countAgain(day, rates) : []
    await inTransaction(async (session) => {
      for (const { _id, ...set } of sums) {
        await SalesModel.collection.updateOne({ _id: _id as never }, { $set: set }, { session })
      }
      const rest = { kind: { $in: [...salesKinds] }, day, ...uncounted }
      await SalesModel.collection.updateMany(rest, { $set: none }, { session })
    })
  }
}

const none = Object.fromEntries(
  ['users', 'resellers'].flatMap((side) =>
    ['again', 'againUnknown', 'againPaise'].map((field) => [`${side}.${field}`, 0]),
  ),
)

/** One reading of the orders, so that of a long past only the days are looked into that have any. */
async function daysWithSome(): Promise<Set<string>> {
  const sent = OrderModel.collection.find<{ completedAt: Date }>(
    { redeliveryOf: { $gt: '' }, completedAt: { $gt: new Date(0) } },
    { projection: { _id: 0, completedAt: 1 } },
  )
  const days = new Set<string>()
  for await (const { completedAt } of sent) days.add(isoDayOf(completedAt))
  return days
}
