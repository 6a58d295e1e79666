import type { ClientSession } from 'mongoose'
import { AppError } from '../../platform/app-error.ts'
import { type Author, auditTarget, writeAuditRows } from '../audit/index.ts'
import { type ItemDoc, ItemModel } from '../catalogue/index.ts'
import { type CostDeps, readCosts } from './item-costs.ts'
import { readFloors } from './price-floors.ts'
import { decidePrices, holdBack, stateAfter, writtenBy } from './price-rules.ts'
import type { IPriceSet } from './price-set-model.ts'

export type Decided = Pick<IPriceSet, 'prices' | 'state' | 'endedAt' | 'held'>

/**
 * Writes a set's prices over those that they were made from, with a row of each item in the log, in the transaction of
 * the set's own change: all of it stands, or nothing. An item that is written meanwhile makes the transaction run anew,
 * on what stands then. What the items cost is kept with the prices, and holds back those of a set that asks.
 */
export async function writePrices(
  session: ClientSession,
  author: Author,
  { set, now, costs }: { set: IPriceSet; now: Date; costs: CostDeps },
): Promise<Decided> {
  const itemids = [...new Set(set.prices.map(({ itemid }) => itemid))]
  const items = await ItemModel.find({ _id: { $in: itemids } }, null, { session }).lean<ItemDoc[]>()
  const byNumber = new Map(items.map((item) => [item._id, item]))
  const [costOf, floors] = await Promise.all([readCosts(costs, items), readFloors(costs)])
  const costPaise = (itemid: number) => {
    const item = byNumber.get(itemid)
    return (item && costOf(item)?.paise) ?? null
  }
  const decided = decidePrices(set.prices, (itemid) => byNumber.get(itemid))
  const prices = holdBack(decided, costPaise, set.asksOnCost ? floors : undefined)
  const written = [...writtenBy(prices)].flatMap(([itemid, after]) => {
    const before = byNumber.get(itemid)
    return before ? [{ before, after }] : []
  })
  if (written.length > 0) {
    const { modifiedCount } = await ItemModel.bulkWrite(
      written.map(({ before: { _id, __v }, after }) => ({
        updateOne: { filter: { _id, __v }, update: { $set: after, $inc: { __v: 1 } } },
      })),
      { session },
    )
    if (modifiedCount !== written.length) throw new AppError('item_changed')
    await writeAuditRows(
      session,
      author,
      written.map(({ before, after }) => ({
        ...{ at: now, act: 'item.update' as const, target: auditTarget.item(before._id) },
        why: [`Prices ${set._id}`, set.why].filter(Boolean).join(': '),
        before: Object.fromEntries(
          Object.keys(after).map((field) => [field, before[field as keyof typeof after]]),
        ),
        after: { ...after },
      })),
    )
  }
  const held = prices.some(({ result }) => result === 'held') ? 'open' : 'none'
  return { prices, state: stateAfter(prices), endedAt: now, held }
}
