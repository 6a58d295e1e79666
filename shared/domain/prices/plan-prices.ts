import { toPaise } from '../../contracts/money.ts'
import { type PriceField, plannedAtMostMs } from '../../contracts/price-sets.ts'
import { AppError } from '../../platform/app-error.ts'
import { noWork, workAt } from '../../platform/due.ts'
import { inTransaction, unlessSomeoneWasFirst } from '../../platform/mongo.ts'
import { type Author, auditTarget, writeAudit } from '../audit/index.ts'
import { type ItemDoc, ItemModel } from '../catalogue/index.ts'
import type { Deps } from '../deps.ts'
import { applyPricesJob } from './jobs.ts'
import { type IPriceSet, type ISetPrice, PriceSetModel } from './price-set-model.ts'
import { tellOfPrices } from './tell-of-prices.ts'
import { writePrices } from './write-prices.ts'

type PlanDeps = Pick<Deps, 'clock' | 'queues' | 'publisher'>

/** In rupees, as they come over the wire. */
type Wanted = { itemid: number; field: PriceField; from: number; to: number }

/**
 * Changes prices together: now, or by a worker when their time has come. The same `id` makes one set, however often it
 * is sent.
 * @throws AppError price_set_time when the time is past, or more than 90 days ahead
 */
export async function planPrices(
  deps: PlanDeps,
  author: Author,
  { id, prices, why, applyAt }: { id: string; prices: readonly Wanted[]; why: string; applyAt?: Date },
): Promise<IPriceSet> {
  const before = await PriceSetModel.findById(id).lean<IPriceSet | null>()
  // A repeat may come when the set's time is past already.
  if (before) return before
  const now = deps.clock.now()
  const aheadMs = applyAt ? applyAt.getTime() - now.getTime() : 0
  if (applyAt && (aheadMs <= 0 || aheadMs > plannedAtMostMs)) {
    throw new AppError('price_set_time', { field: 'applyAt' })
  }
  const set: IPriceSet = {
    ...{ _id: id, prices: await named(prices), state: 'planned', why, rollsBack: '', rolledBackBy: '' },
    by: { userId: author.userId, name: author.name },
    ...{ createdAt: now, updatedAt: now, applyAt: applyAt ?? now, endedAt: null },
    due: { apply: applyAt ? workAt(applyAt) : noWork(), swept: 0 },
  }
  const made = await unlessSomeoneWasFirst(() => (applyAt ? plan(author, set) : applyNow(author, set)))
  if (!made) return PriceSetModel.findById(id).orFail().lean<IPriceSet>()
  const { at, seq } = made.due.apply
  if (at) await deps.queues.enqueue(applyPricesJob, id, { at, seq })
  tellOfPrices(deps, made)
  return made
}

async function named(prices: readonly Wanted[]): Promise<ISetPrice[]> {
  const itemids = [...new Set(prices.map(({ itemid }) => itemid))]
  const items = await ItemModel.find({ _id: { $in: itemids } }, { name: 1 }).lean<ItemDoc[]>()
  const nameOf = new Map(items.map(({ _id, name }) => [_id, name]))
  return prices.map(({ itemid, field, from, to }) => ({
    ...{ itemid, name: nameOf.get(itemid) ?? `Item ${itemid}`, field: storedField[field] },
    ...{ fromPaise: toPaise(from), toPaise: toPaise(to), result: null, foundPaise: null },
  }))
}

const storedField = {
  discountedprice: 'discountedPaise',
  resellprice: 'resellPaise',
} as const satisfies Record<PriceField, ISetPrice['field']>

const plan = (author: Author, set: IPriceSet): Promise<IPriceSet> =>
  inTransaction(async (session) => {
    await PriceSetModel.insertMany([set], { session })
    await writeAudit(session, author, {
      ...{ at: set.createdAt, act: 'prices.plan', target: auditTarget.prices(set._id), why: set.why },
      ...{ before: {}, after: { prices: set.prices.length, applyAt: set.applyAt.toISOString() } },
    })
    return set
  })

/** Also writes a set that brings back another's prices; `and` marks that one in the same transaction. */
export const applyNow = (author: Author, set: IPriceSet): Promise<IPriceSet> =>
  inTransaction(async (session) => {
    const decided = await writePrices(session, author, { set, now: set.createdAt })
    const made = { ...set, ...decided }
    await PriceSetModel.insertMany([made], { session })
    return made
  })
