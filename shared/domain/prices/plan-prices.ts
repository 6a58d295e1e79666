import { toPaise } from '../../contracts/money.ts'
import { type PriceField, maxScheduleAheadMs } from '../../contracts/price-sets.ts'
import { AppError } from '../../platform/app-error.ts'
import { taskAt } from '../../platform/due-tasks.ts'
import { inTransaction, ignoreDuplicate } from '../../platform/mongo.ts'
import { auditTarget, writeAudit } from '../audit/index.ts'
import { type ItemDoc, ItemModel } from '../catalogue/index.ts'
import type { Deps } from '../deps.ts'
import { type CostDeps, readCosts } from './item-costs.ts'
import { applyPriceChangesJob } from './jobs.ts'
import { newSet } from './new-set.ts'
import type { PriceAuthor } from './price-risk.ts'
import { type IPriceSet, type ISetPrice, PriceSetModel } from './price-set-model.ts'
import { publishPriceChange } from './publish-price-change.ts'
import { askNow, writePrices } from './write-prices.ts'

type PlanDeps = Pick<Deps, 'clock' | 'env' | 'queues' | 'publisher'>

/** In rupees, as they come over the wire. */
type Wanted = { itemid: number; field: PriceField; from: number; to: number }

type Wants = {
  id: string
  prices: readonly Wanted[]
  reason: string
  applyAt?: Date
  /** Of those with a time alone. */
  asksOnCost?: boolean
}

/**
 * Changes prices together: now, or by a worker when their time has come. The same `id` makes one set, however often it
 * is sent.
 * @throws AppError price_change_time when the time is past, or more than 90 days ahead
 */
export async function planPrices(
  deps: PlanDeps,
  author: PriceAuthor,
  { id, prices, reason, applyAt, asksOnCost = false }: Wants,
): Promise<IPriceSet> {
  const before = await PriceSetModel.findById(id).lean<IPriceSet | null>()
  // A repeat may come when the set's time is past already.
  if (before) return before
  const now = deps.clock.now()
  const aheadMs = applyAt ? applyAt.getTime() - now.getTime() : 0
  if (applyAt && (aheadMs <= 0 || aheadMs > maxScheduleAheadMs)) {
    throw new AppError('price_change_time', { field: 'applyAt' })
  }
  const fresh = newSet({ id, author, now, reason, prices: await priced(deps, prices) })
  const set = applyAt ? { ...fresh, applyAt, asksOnCost, due: { apply: taskAt(applyAt), sweepCount: 0 } } : fresh
  const made = await ignoreDuplicate(() =>
    applyAt ? plan(deps, author, set) : applyNow(deps, author, set),
  )
  if (!made) return PriceSetModel.findById(id).orFail().lean<IPriceSet>()
  const { at, seq } = made.due.apply
  if (at) await deps.queues.enqueue(applyPriceChangesJob, id, { at, seq })
  // What waits, or stood there already, is no news.
  if (made.prices.some(({ result }) => result !== null && result !== 'same')) publishPriceChange(deps, made)
  return made
}

/** With the items' names, and with what they cost: what moves later is measured by it. */
async function priced(deps: CostDeps, prices: readonly Wanted[]): Promise<ISetPrice[]> {
  const itemids = [...new Set(prices.map(({ itemid }) => itemid))]
  const items = await ItemModel.find({ _id: { $in: itemids } }).lean<ItemDoc[]>()
  const costOf = await readCosts(deps, items)
  const byNumber = new Map(items.map((item) => [item._id, item]))
  return prices.map(({ itemid, field, from, to }) => {
    const item = byNumber.get(itemid)
    return {
      ...{ itemid, name: item?.name ?? `Item ${itemid}`, field: storedField[field] },
      ...{ fromPaise: toPaise(from), toPaise: toPaise(to), result: null, foundPaise: null },
      ...{ costPaise: (item && costOf(item)?.paise) ?? null, endCostPaise: null },
    }
  })
}

const storedField = {
  discountedprice: 'discountedPaise',
  resellprice: 'resellPaise',
} as const satisfies Record<PriceField, ISetPrice['field']>

const plan = (deps: CostDeps, author: PriceAuthor, set: IPriceSet): Promise<IPriceSet> =>
  inTransaction(async (session) => {
    await askNow(session, author, { set, now: set.createdAt, costs: deps })
    await PriceSetModel.insertMany([set], { session })
    await writeAudit(session, author, {
      ...{ at: set.createdAt, act: 'prices.plan', target: auditTarget.prices(set._id), reason: set.reason },
      ...{ before: {}, after: { prices: set.prices.length, applyAt: set.applyAt.toISOString() } },
    })
    return set
  })

const applyNow = (deps: CostDeps, author: PriceAuthor, set: IPriceSet): Promise<IPriceSet> =>
  inTransaction(async (session) => {
    const decided = await writePrices(session, author, { set, now: set.createdAt, costs: deps })
    const made = { ...set, ...decided }
    await PriceSetModel.insertMany([made], { session })
    return made
  })
