import { toPaise } from '../../contracts/money.ts'
import { type PriceField, maxScheduleAheadMs } from '../../contracts/price-changes.ts'
import { AppError } from '../../platform/app-error.ts'
import { taskAt } from '../../platform/due-tasks.ts'
import { inTransaction, ignoreDuplicate } from '../../platform/mongo.ts'
import { auditTarget, writeAudit } from '../audit/index.ts'
import { type ItemDoc, ItemModel } from '../catalogue/index.ts'
import type { Deps } from '../deps.ts'
import { type CostDeps, readCosts } from './item-costs.ts'
import { applyPriceChangesJob } from './jobs.ts'
import { newPriceChange } from './new-price-change.ts'
import type { PriceActor } from './price-risk.ts'
import { type IPriceChange, type IChangedPrice, PriceChangeModel } from './price-change-model.ts'
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
  reviewsCost?: boolean
}

/**
 * Changes prices together: now, or by a worker when their time has come. The same `id` makes one set, however often it
 * is sent.
 * @throws AppError price_change_time when the time is past, or more than 90 days ahead
 */
export async function schedulePriceChange(
  deps: PlanDeps,
  actor: PriceActor,
  { id, prices, reason, applyAt, reviewsCost = false }: Wants,
): Promise<IPriceChange> {
  const before = await PriceChangeModel.findById(id).lean<IPriceChange | null>()
  // A repeat may come when the set's time is past already.
  if (before) return before
  const now = deps.clock.now()
  const aheadMs = applyAt ? applyAt.getTime() - now.getTime() : 0
  if (applyAt && (aheadMs <= 0 || aheadMs > maxScheduleAheadMs)) {
    throw new AppError('price_change_time', { field: 'applyAt' })
  }
  const fresh = newPriceChange({ id, actor, now, reason, prices: await priced(deps, prices) })
  const set = applyAt ? { ...fresh, applyAt, reviewsCost, due: { apply: taskAt(applyAt), sweepCount: 0 } } : fresh
  const made = await ignoreDuplicate(() =>
    applyAt ? plan(deps, actor, set) : applyNow(deps, actor, set),
  )
  if (!made) return PriceChangeModel.findById(id).orFail().lean<IPriceChange>()
  const { at, seq } = made.due.apply
  if (at) await deps.queues.enqueue(applyPriceChangesJob, id, { at, seq })
  // What waits, or stood there already, is no news.
  if (made.prices.some(({ result }) => result !== null && result !== 'same')) publishPriceChange(deps, made)
  return made
}

/** With the items' names, and with what they cost: what moves later is measured by it. */
async function priced(deps: CostDeps, prices: readonly Wanted[]): Promise<IChangedPrice[]> {
  const itemids = [...new Set(prices.map(({ itemid }) => itemid))]
  const items = await ItemModel.find({ _id: { $in: itemids } }).lean<ItemDoc[]>()
  const costOf = await readCosts(deps, items)
  const byNumber = new Map(items.map((item) => [item._id, item]))
  return prices.map(({ itemid, field, from, to }) => {
    const item = byNumber.get(itemid)
    return {
      ...{ itemid, name: item?.name ?? `Item ${itemid}`, field: storedField[field] },
      ...{ fromPaise: toPaise(from), toPaise: toPaise(to), result: null, actualPaise: null },
      ...{ costPaise: (item && costOf(item)?.paise) ?? null, decidedCostPaise: null },
    }
  })
}

const storedField = {
  discountedprice: 'discountedPaise',
  resellprice: 'resellPaise',
} as const satisfies Record<PriceField, IChangedPrice['field']>

const plan = (deps: CostDeps, actor: PriceActor, set: IPriceChange): Promise<IPriceChange> =>
  inTransaction(async (tx) => {
    await askNow(tx, actor, { set, now: set.createdAt, costs: deps })
    await PriceChangeModel.insertMany([set], { session: tx })
    await writeAudit(tx, actor, {
      ...{ at: set.createdAt, action: 'price_change.schedule', target: auditTarget.prices(set._id), reason: set.reason },
      ...{ before: {}, after: { prices: set.prices.length, applyAt: set.applyAt.toISOString() } },
    })
    return set
  })

const applyNow = (deps: CostDeps, actor: PriceActor, set: IPriceChange): Promise<IPriceChange> =>
  inTransaction(async (tx) => {
    const decided = await writePrices(tx, actor, { set, now: set.createdAt, costs: deps })
    const made = { ...set, ...decided }
    await PriceChangeModel.insertMany([made], { session: tx })
    return made
  })
