import { toPaise } from '../../contracts/money.ts'
import { maxScheduleAheadMs, type PriceField } from '../../contracts/price-changes.ts'
import { AppError } from '../../platform/app-error.ts'
import { nextTask, taskAt } from '../../platform/due-tasks.ts'
import { ignoreDuplicate, inTransaction } from '../../platform/mongo.ts'
import { type Actor, auditTarget, writeAudit } from '../audit/index.ts'
import { type ItemDoc, ItemModel } from '../catalogue/index.ts'
import type { Deps } from '../deps.ts'
import { type CostDeps, readCosts } from './item-costs.ts'
import { applyPriceChangesJob } from './jobs.ts'
import { newPriceChange } from './new-price-change.ts'
import { type IChangedPrice, type IPriceChange, PriceChangeModel } from './price-change-model.ts'
import type { PriceActor } from './price-risk.ts'
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
  const set = applyAt
    ? { ...fresh, applyAt, reviewsCost, due: { apply: taskAt(applyAt), sweepCount: 0 } }
    : fresh
  const made = await ignoreDuplicate(() => (applyAt ? plan(deps, actor, set) : applyNow(deps, actor, set)))
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
      itemid,
      name: item?.name ?? `Item ${itemid}`,
      field: storedField[field],
      fromPaise: toPaise(from),
      toPaise: toPaise(to),
      result: null,
      actualPaise: null,
      costPaise: (item && costOf(item)?.paise) ?? null,
      decidedCostPaise: null,
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
      at: set.createdAt,
      action: 'price_change.schedule',
      target: auditTarget.prices(set._id),
      reason: set.reason,
      before: {},
      after: { prices: set.prices.length, applyAt: set.applyAt.toISOString() },
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

/**
 * Applies a planned set whose time has come, in its actor's name. The prices and the set's own state are one
 * transaction: whoever dies before its end has done nothing, and whoever comes after it finds the set applied.
 * @param seq which of its due works this is: an older one does nothing
 */
export async function applyPriceChange(
  deps: Pick<Deps, 'clock' | 'env' | 'log' | 'publisher'>,
  id: string,
  seq: number,
): Promise<void> {
  const applied = await inTransaction(async (tx) => {
    const set = await PriceChangeModel.findById(id, null, { session: tx }).lean<IPriceChange | null>()
    if (set?.state !== 'planned' || set.due.apply.seq !== seq) return undefined
    const now = deps.clock.now()
    const decided = await writePrices(tx, set.by, { set, now, costs: deps })
    const { modifiedCount } = await PriceChangeModel.updateOne(
      { _id: id, state: 'planned', 'due.apply.seq': seq },
      { $set: { ...decided, updatedAt: now, 'due.apply': nextTask(set.due.apply, null) } },
      { session: tx },
    )
    if (modifiedCount === 0) throw new Error(`set ${id} was taken meanwhile`)
    return { ...set, ...decided }
  })
  if (!applied) return
  deps.log.info({ id, state: applied.state, prices: applied.prices.length }, 'planned prices applied')
  publishPriceChange(deps, applied)
}

/**
 * Takes a planned set back. One that is cancelled already stays as it is: a second press has changed nothing.
 * @throws AppError not_found, price_change_ended when its prices were applied
 */
export function cancelPriceChange(
  deps: Pick<Deps, 'clock'>,
  actor: Actor,
  id: string,
): Promise<IPriceChange> {
  return inTransaction(async (tx) => {
    const set = await PriceChangeModel.findById(id, null, { session: tx }).lean<IPriceChange | null>()
    if (!set) throw new AppError('not_found')
    if (set.state === 'cancelled') return set
    if (set.state !== 'planned') throw new AppError('price_change_ended')
    const now = deps.clock.now()
    const { seq } = set.due.apply
    const after = {
      state: 'cancelled' as const,
      endedAt: now,
      updatedAt: now,
      due: { ...set.due, apply: nextTask(set.due.apply, null) },
    }
    const { modifiedCount } = await PriceChangeModel.updateOne(
      { _id: id, state: 'planned', 'due.apply.seq': seq },
      { $set: after },
      { session: tx },
    )
    if (modifiedCount === 0) throw new AppError('price_change_ended')
    await writeAudit(tx, actor, {
      at: now,
      action: 'price_change.cancel',
      target: auditTarget.prices(id),
      reason: '',
      before: { state: 'planned' },
      after: { state: 'cancelled' },
    })
    return { ...set, ...after }
  })
}
