import type { ClientSession } from 'mongoose'
import { AppError } from '../../platform/app-error.ts'
import { auditTarget, writeAuditRows } from '../audit/index.ts'
import { type ItemDoc, ItemModel } from '../catalogue/index.ts'
import { type CostDeps, readCosts } from './item-costs.ts'
import type { IChangedPrice, IPriceChange } from './price-change-model.ts'
import { readFloors } from './price-floors.ts'
import {
  alertOfPrices,
  isOwnerNow,
  type PriceActor,
  readHighest,
  requireTyped,
  riskOf,
  type UnusualPrice,
} from './price-risk.ts'
import { decidePrices, priceChangeState, pricesToWrite, withholdPrices } from './price-rules.ts'

export type Decided = Pick<IPriceChange, 'prices' | 'state' | 'endedAt' | 'pending'>

/**
 * Writes a set's prices over those that they were made from, with a row of each item in the log, in the transaction of
 * the set's own change: all of it stands, or nothing. An item that is written meanwhile makes the transaction run anew,
 * on what stands then. What the items cost is kept with the prices, and holds back those of a set that asks.
 */
export async function writePrices(
  tx: ClientSession,
  actor: PriceActor,
  { set, now, costs }: Assessing,
): Promise<Decided> {
  const { prices, unusual, isHeld, byNumber } = await assessSet(tx, actor, { set, now, costs })
  await alertOfPrices(tx, unusual, { by: actor.name, isHeld, at: now })
  const written = [...pricesToWrite(prices)].flatMap(([itemid, after]) => {
    const before = byNumber.get(itemid)
    return before ? [{ before, after }] : []
  })
  if (written.length > 0) {
    const { modifiedCount } = await ItemModel.bulkWrite(
      written.map(({ before: { _id, __v }, after }) => ({
        updateOne: {
          filter: { _id, __v },
          update: { $set: { ...after, ...approvedOf(unusual, _id) }, $inc: { __v: 1 } },
        },
      })),
      { session: tx },
    )
    if (modifiedCount !== written.length) throw new AppError('item_changed')
    await writeAuditRows(
      tx,
      actor,
      written.map(({ before, after }) => ({
        at: now,
        action: 'item.update' as const,
        target: auditTarget.item(before._id),
        reason: [`Prices ${set._id}`, set.reason].filter(Boolean).join(': '),
        before: Object.fromEntries(
          Object.keys(after).map((field) => [field, before[field as keyof typeof after]]),
        ),
        after: { ...after },
      })),
    )
  }
  const pending = prices.some(({ result }) => result === 'pending') ? 'open' : 'none'
  return { prices, state: priceChangeState(prices), endedAt: now, pending }
}

/**
 * Asks an owner to type the unusual prices of a set when it is planned for later: a worker applies it, and asks no one.
 * @throws price_unconfirmed
 */
export async function askNow(tx: ClientSession, actor: PriceActor, asked: Assessing): Promise<void> {
  if (actor.confirmedPaise) await assessSet(tx, actor, asked)
}

type Assessing = { set: IPriceChange; now: Date; costs: CostDeps }

/** @throws price_unconfirmed */
async function assessSet(tx: ClientSession, actor: PriceActor, { set, now, costs }: Assessing) {
  const itemids = [...new Set(set.prices.map(({ itemid }) => itemid))]
  const items = await ItemModel.find({ _id: { $in: itemids } }, null, { session: tx }).lean<ItemDoc[]>()
  const byNumber = new Map(items.map((item) => [item._id, item]))
  const [costOf, floors] = await Promise.all([readCosts(costs, items), readFloors(costs)])
  const costPaise = (itemid: number) => {
    const item = byNumber.get(itemid)
    return (item && costOf(item)?.paise) ?? null
  }
  const decided = decidePrices(set.prices, (itemid) => byNumber.get(itemid))
  const highest = await readHighest(tx, itemids, now)
  const assessed = assess(
    withholdPrices(decided, costPaise, set.reviewsCost ? floors : undefined),
    (price) => {
      const item = byNumber.get(price.itemid)
      const highestPaise = item ? highest(price.itemid, item)[price.field] : price.fromPaise
      return riskOf({ ...price, costPaise: costPaise(price.itemid), highestPaise })
    },
  )
  const isHeld = assessed.some(({ risk }) => risk) && !(await isOwnerNow(tx, actor.userId))
  const prices = isHeld ? assessed.map(heldIfUnusual) : assessed
  const unusual = prices.flatMap(({ risk, ...price }) => (risk ? [{ ...price, risk }] : []))
  if (!isHeld) requireTyped(actor, unusual)
  return { prices, unusual, isHeld, byNumber }
}

/** Notes reason a price that would be written needs an owner. */
const assess = (
  prices: readonly IChangedPrice[],
  risk: (price: IChangedPrice) => IChangedPrice['risk'],
): IChangedPrice[] =>
  prices.map((price) => {
    const found = price.result === 'applied' ? risk(price) : undefined
    return found ? { ...price, risk: found } : price
  })

const heldIfUnusual = (price: IChangedPrice): IChangedPrice =>
  price.risk ? { ...price, result: 'pending' } : price

/** What an item keeps of prices that an owner has set below its cost, see `lossOf`. */
function approvedOf(unusual: readonly (UnusualPrice & IChangedPrice)[], itemid: number) {
  const own = unusual.filter((price) => price.itemid === itemid && price.risk === 'below_cost')
  return Object.fromEntries(own.map(({ field, toPaise }) => [`approvedPaise.${field}`, toPaise]))
}
