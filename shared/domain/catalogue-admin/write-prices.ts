import type { ClientSession } from 'mongoose'
import { AppError } from '../../platform/app-error.ts'
import { auditTarget, writeAuditRows } from '../audit/index.ts'
import { type ItemDoc, ItemModel } from '../catalogue/index.ts'
import { type CostDeps, readCosts } from './item-costs.ts'
import type { IChangedPrice, IPriceChange } from './price-change-model.ts'
import { readFloors } from './price-floors.ts'
import {
  alertOwnersOfPrices,
  highestPrices,
  isOwnerNow,
  type PriceActor,
  requireConfirmed,
  riskOf,
  type UnusualPrice,
} from './price-risk.ts'
import { decidePrices, priceChangeState, pricesToWrite, withholdPrices } from './price-rules.ts'

export type DecidedPrices = Pick<IPriceChange, 'prices' | 'state' | 'endedAt' | 'pending'>

/**
 * Writes the prices of a price change over those that they were planned against, with an audit row for each item, in
 * the caller's transaction. A concurrent change of an item restarts the transaction with the new state. The items'
 * costs are recorded with the prices, and prices are withheld by them if the price change reviews costs.
 */
export async function writePrices(
  tx: ClientSession,
  actor: PriceActor,
  { priceChange, now, costs }: PriceAssessment,
): Promise<DecidedPrices> {
  const { prices, unusual, isPending, byNumber } = await assessPrices(tx, actor, {
    priceChange,
    now,
    costs,
  })
  await alertOwnersOfPrices(tx, unusual, { by: actor.name, isPending, at: now })
  const written = [...pricesToWrite(prices)].flatMap(([itemid, after]) => {
    const before = byNumber.get(itemid)
    return before ? [{ before, after }] : []
  })
  if (written.length > 0) {
    const { modifiedCount } = await ItemModel.bulkWrite(
      written.map(({ before: { _id, __v }, after }) => ({
        updateOne: {
          filter: { _id, __v },
          update: { $set: { ...after, ...approvedPrices(unusual, _id) }, $inc: { __v: 1 } },
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
        reason: [`Prices ${priceChange._id}`, priceChange.reason].filter(Boolean).join(': '),
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
 * Requires an owner to confirm unusual prices when a change is planned, because the worker that applies it later cannot
 * ask.
 * @throws AppError `price_unconfirmed`
 */
export async function requireConfirmedNow(
  tx: ClientSession,
  actor: PriceActor,
  assessment: PriceAssessment,
): Promise<void> {
  if (actor.confirmedPaise) await assessPrices(tx, actor, assessment)
}

type PriceAssessment = { priceChange: IPriceChange; now: Date; costs: CostDeps }

/** @throws AppError `price_unconfirmed` */
async function assessPrices(
  tx: ClientSession,
  actor: PriceActor,
  { priceChange, now, costs }: PriceAssessment,
) {
  const itemids = [...new Set(priceChange.prices.map(({ itemid }) => itemid))]
  const items = await ItemModel.find({ _id: { $in: itemids } }, null, { session: tx }).lean<ItemDoc[]>()
  const byNumber = new Map(items.map((item) => [item._id, item]))
  const [costOf, floors] = await Promise.all([readCosts(costs, items), readFloors(costs)])
  const costPaise = (itemid: number) => {
    const item = byNumber.get(itemid)
    return (item && costOf(item)?.paise) ?? null
  }
  const decided = decidePrices(priceChange.prices, (itemid) => byNumber.get(itemid))
  const highest = await highestPrices(tx, itemids, now)
  const assessed = addRisks(
    withholdPrices(decided, costPaise, priceChange.reviewsCost ? floors : undefined),
    (price) => {
      const item = byNumber.get(price.itemid)
      const highestPaise = item ? highest(price.itemid, item)[price.field] : price.fromPaise
      return riskOf({ ...price, costPaise: costPaise(price.itemid), highestPaise })
    },
  )
  const isPending = assessed.some(({ risk }) => risk) && !(await isOwnerNow(tx, actor.userId))
  const prices = isPending ? assessed.map(withheldIfUnusual) : assessed
  const unusual = prices.flatMap(({ risk, ...price }) => (risk ? [{ ...price, risk }] : []))
  if (!isPending) requireConfirmed(actor, unusual)
  return { prices, unusual, isPending, byNumber }
}

/** Sets why a price to be written needs an owner. */
const addRisks = (
  prices: readonly IChangedPrice[],
  risk: (price: IChangedPrice) => IChangedPrice['risk'],
): IChangedPrice[] =>
  prices.map((price) => {
    const found = price.result === 'applied' ? risk(price) : undefined
    return found ? { ...price, risk: found } : price
  })

const withheldIfUnusual = (price: IChangedPrice): IChangedPrice =>
  price.risk ? { ...price, result: 'pending' } : price

/** An item's approved prices: those that an owner has set below its cost, see `lossOf`. */
function approvedPrices(unusual: readonly (UnusualPrice & IChangedPrice)[], itemid: number) {
  const own = unusual.filter((price) => price.itemid === itemid && price.risk === 'below_cost')
  return Object.fromEntries(own.map(({ field, toPaise }) => [`approvedPaise.${field}`, toPaise]))
}
