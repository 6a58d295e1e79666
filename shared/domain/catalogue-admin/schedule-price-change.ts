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
import { requireConfirmedNow, writePrices } from './write-prices.ts'

type PlanDeps = Pick<Deps, 'clock' | 'env' | 'queues' | 'publisher'>

/** In rupees, as on the wire. */
type PriceInput = { itemid: number; field: PriceField; from: number; to: number }

type PriceChangeInput = {
  id: string
  prices: readonly PriceInput[]
  reason: string
  applyAt?: Date
  /** Of a price change with a time only. */
  reviewsCost?: boolean
}

/**
 * Changes prices together: now, or by a worker at a given time. The same `id` creates one price change, however often
 * it is sent.
 * @throws AppError `price_change_time` when the time is past, or more than 90 days ahead
 */
export async function schedulePriceChange(
  deps: PlanDeps,
  actor: PriceActor,
  { id, prices, reason, applyAt, reviewsCost = false }: PriceChangeInput,
): Promise<IPriceChange> {
  const existing = await PriceChangeModel.findById(id).lean<IPriceChange | null>()
  // A repeated request may come after the planned time.
  if (existing) return existing
  const now = deps.clock.now()
  const aheadMs = applyAt ? applyAt.getTime() - now.getTime() : 0
  if (applyAt && (aheadMs <= 0 || aheadMs > maxScheduleAheadMs)) {
    throw new AppError('price_change_time', { field: 'applyAt' })
  }
  const immediate = newPriceChange({ id, actor, now, reason, prices: await pricesWithCosts(deps, prices) })
  const priceChange = applyAt
    ? { ...immediate, applyAt, reviewsCost, due: { apply: taskAt(applyAt), sweepCount: 0 } }
    : immediate
  const created = await ignoreDuplicate(() =>
    applyAt ? insertPlanned(deps, actor, priceChange) : applyNow(deps, actor, priceChange),
  )
  if (!created) return PriceChangeModel.findById(id).orFail().lean<IPriceChange>()
  const { at, seq } = created.due.apply
  if (at) await deps.queues.enqueue(applyPriceChangesJob, id, { at, seq })
  // A planned change, or one that changes nothing, is not published.
  if (created.prices.some(({ result }) => result !== null && result !== 'same'))
    publishPriceChange(deps, created)
  return created
}

/** Adds the items' names and current costs; a later change of cost is measured against these. */
async function pricesWithCosts(deps: CostDeps, prices: readonly PriceInput[]): Promise<IChangedPrice[]> {
  const itemids = [...new Set(prices.map(({ itemid }) => itemid))]
  const items = await ItemModel.find({ _id: { $in: itemids } }).lean<ItemDoc[]>()
  const costOf = await readCosts(deps, items)
  const byNumber = new Map(items.map((item) => [item._id, item]))
  return prices.map(({ itemid, field, from, to }) => {
    const item = byNumber.get(itemid)
    return {
      itemid,
      name: item?.name ?? `Item ${itemid}`,
      field: storedFields[field],
      fromPaise: toPaise(from),
      toPaise: toPaise(to),
      result: null,
      actualPaise: null,
      costPaise: (item && costOf(item)?.paise) ?? null,
      decidedCostPaise: null,
    }
  })
}

const storedFields = {
  discountedprice: 'discountedPaise',
  resellprice: 'resellPaise',
} as const satisfies Record<PriceField, IChangedPrice['field']>

const insertPlanned = (deps: CostDeps, actor: PriceActor, priceChange: IPriceChange): Promise<IPriceChange> =>
  inTransaction(async (tx) => {
    await requireConfirmedNow(tx, actor, {
      priceChange,
      now: priceChange.createdAt,
      costs: deps,
    })
    await PriceChangeModel.insertMany([priceChange], { session: tx })
    await writeAudit(tx, actor, {
      at: priceChange.createdAt,
      action: 'price_change.schedule',
      target: auditTarget.prices(priceChange._id),
      reason: priceChange.reason,
      before: {},
      after: { prices: priceChange.prices.length, applyAt: priceChange.applyAt.toISOString() },
    })
    return priceChange
  })

const applyNow = (deps: CostDeps, actor: PriceActor, priceChange: IPriceChange): Promise<IPriceChange> =>
  inTransaction(async (tx) => {
    const decided = await writePrices(tx, actor, {
      priceChange,
      now: priceChange.createdAt,
      costs: deps,
    })
    const applied = { ...priceChange, ...decided }
    await PriceChangeModel.insertMany([applied], { session: tx })
    return applied
  })

/**
 * Applies a planned price change at its time, in its actor's name. Prices and state change in one transaction, so that
 * it is applied once, even if a worker crashes.
 * @param seq the task's sequence number; an outdated one is ignored
 */
export async function applyPriceChange(
  deps: Pick<Deps, 'clock' | 'env' | 'log' | 'publisher'>,
  id: string,
  seq: number,
): Promise<void> {
  const applied = await inTransaction(async (tx) => {
    const priceChange = await PriceChangeModel.findById(id, null, { session: tx }).lean<IPriceChange | null>()
    if (priceChange?.state !== 'planned' || priceChange.due.apply.seq !== seq) return undefined
    const now = deps.clock.now()
    const decided = await writePrices(tx, priceChange.by, { priceChange, now, costs: deps })
    const { modifiedCount } = await PriceChangeModel.updateOne(
      { _id: id, state: 'planned', 'due.apply.seq': seq },
      { $set: { ...decided, updatedAt: now, 'due.apply': nextTask(priceChange.due.apply, null) } },
      { session: tx },
    )
    if (modifiedCount === 0) throw new Error(`set ${id} was taken meanwhile`)
    return { ...priceChange, ...decided }
  })
  if (!applied) return
  deps.log.info({ id, state: applied.state, prices: applied.prices.length }, 'planned prices applied')
  publishPriceChange(deps, applied)
}

/**
 * Cancels a planned price change. Cancelling it again changes nothing.
 * @throws AppError `not_found`, `price_change_ended` when its prices were applied
 */
export function cancelPriceChange(
  deps: Pick<Deps, 'clock'>,
  actor: Actor,
  id: string,
): Promise<IPriceChange> {
  return inTransaction(async (tx) => {
    const priceChange = await PriceChangeModel.findById(id, null, { session: tx }).lean<IPriceChange | null>()
    if (!priceChange) throw new AppError('not_found')
    if (priceChange.state === 'cancelled') return priceChange
    if (priceChange.state !== 'planned') throw new AppError('price_change_ended')
    const now = deps.clock.now()
    const { seq } = priceChange.due.apply
    const after = {
      state: 'cancelled' as const,
      endedAt: now,
      updatedAt: now,
      due: { ...priceChange.due, apply: nextTask(priceChange.due.apply, null) },
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
    return { ...priceChange, ...after }
  })
}
