import { startOfIstDay } from '../../platform/clock.ts'
import { boardIndex, type OrderDoc, OrderModel, withPaidPrice } from '../orders/index.ts'
import type { Part } from './ask-payments.ts'

type Open = Pick<OrderDoc, '_id' | 'pricePaise' | 'redeliveryOf' | 'units'>

/** Orders paid on a day of which every pack was bought and that have not come to an end: nothing waits for anything. */
export async function findUnfinishedOrders(day: string): Promise<Part> {
  const rows = await OrderModel.find({
    status: 'Processing',
    processingAt: { $gte: startOfIstDay(day), $lt: startOfIstDay(day, 1) },
    pendingCompletion: null,
  })
    .hint(boardIndex)
    .select('pricePaise redeliveryOf units.state')
    .lean<Open[]>()
  const bought = rows.filter(
    ({ units }) => units.length > 0 && units.every(({ state }) => state === 'delivered'),
  )
  return {
    found: (await Promise.all(bought.map(withPaidPrice))).map(({ _id, pricePaise, units }) => ({
      ...{ kind: 'bought_without_end', ref: _id, of: 'order', about: 'open', amountPaise: pricePaise },
      ...{ external: `${units.length} of ${units.length} packs bought`, internal: 'Still Processing' },
    })),
    counts: {},
    cursor: undefined,
  }
}
