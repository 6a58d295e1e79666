import type { Model } from 'mongoose'
import { orderStatuses } from '../../contracts/order-status.ts'
import { AppError } from '../../platform/app-error.ts'
import { isoDayOf, startOfIstDay } from '../../platform/clock.ts'
import { unorderedWrites } from '../../platform/mongo.ts'
import { paymentGateways } from '../../providers/payments/registry.ts'
import { checkPaymentNow } from '../checkout/index.ts'
import type { Deps } from '../deps.ts'
import { allOrdersIndexes, boardIndex, type OrderDoc, OrderModel, withPaidPrice } from '../orders/index.ts'
import { type AskDeps, compareGatewayPayments, type Part } from './ask-payments.ts'
import { compareEndedOrders } from './compare-ended-orders.ts'
import { type BalanceDeps, readBalances } from './read-balances.ts'
import { readLedger } from './read-ledger.ts'
import { readSupplierOrders } from './read-supplier-orders.ts'
import {
  type Finding,
  type IReconciliationException,
  type IReconciliationRun,
  noCounts,
  ReconciliationExceptionModel,
  ReconciliationRunModel,
  type Step,
  steps,
} from './reconciliation-model.ts'

type ReconcileDeps = AskDeps & BalanceDeps & Pick<Deps, 'queues'>

/** A day is compared this long after its end, when its payments and callbacks have arrived. */
const afterEndMs = 4 * 3_600_000
/** Lock duration of a part; after a crash another process continues. */
const lockMs = 5 * 60_000
/** Delay of a part while the gateway does not answer. */
const rescheduleMs = 60_000
/** Between two checks at the gateway, in ms: 30,000 payments in less than two hours. */
const askGapMs = 200

/** Days to catch up on after the workers were stopped. */
const maxMissed = 31

/**
 * Starts yesterday's comparison once it is due, and those of earlier days since the first compared one that were
 * missed. A day that an admin compared before it was due is compared again, because its data was not complete.
 */
export async function startYesterday({ clock }: Pick<Deps, 'clock'>): Promise<void> {
  const now = clock.now()
  const last = isoDayOf(new Date(now.getTime() - afterEndMs - 86_400_000))
  const fields = '_id step startedAt'
  const first = await ReconciliationRunModel.findOne({}, fields).sort({ _id: 1 }).lean<Begun | null>()
  const oldest = isoDayOf(startOfIstDay(last, 1 - maxMissed))
  const known = await ReconciliationRunModel.find({ _id: { $gte: oldest, $lte: last } }, fields).lean<
    Begun[]
  >()
  let day = first && first._id < last ? (first._id > oldest ? first._id : oldest) : last
  for (; day <= last; day = isoDayOf(startOfIstDay(day, 1))) {
    const begun = known.find(({ _id }) => _id === day)
    if (begun) await restartIfEarly(begun, now)
    else if (await hasOrdersBefore(startOfIstDay(day, 1)))
      await insertMissing(ReconciliationRunModel, [beginning(day, now)])
  }
}

type Begun = Pick<IReconciliationRun, '_id' | 'step' | 'startedAt'>

async function restartIfEarly({ _id, step, startedAt }: Begun, now: Date): Promise<void> {
  const due = startOfIstDay(_id, 1).getTime() + afterEndMs
  if (step === 'done' && startedAt.getTime() < due) await restartDay(_id, { startedAt, now })
}

/** Restarts only if `startedAt` is unchanged, where it is given: of two concurrent restarts one succeeds. */
async function restartDay(_id: string, { startedAt, now }: { startedAt?: Date; now: Date }): Promise<void> {
  const again = {
    step: steps[0],
    cursor: '',
    counts: noCounts(),
    startedAt: now,
    lockedUntil: null,
    tries: 0,
    unreadSuppliers: [],
  }
  await ReconciliationRunModel.updateOne(
    { _id, step: 'done', ...(startedAt ? { startedAt } : {}) },
    { $set: again, $inc: { partNumber: 1, runCount: 1 } },
  )
}

/** Days before a shop's first order are not compared. */
async function hasOrdersBefore(end: Date): Promise<boolean> {
  const any = { status: { $in: orderStatuses }, paymentmode: { $in: ['upi' as const, 'wallet' as const] } }
  const found = await OrderModel.findOne({ ...any, createdAt: { $lt: end } }, '_id')
    .hint(allOrdersIndexes.createdAt)
    .lean()
  return found !== null
}

/**
 * Compares a day now, again if it has been compared: new exceptions are added to the previous ones.
 * @throws AppError `day_not_finished`
 */
export async function startDay({ clock }: Pick<Deps, 'clock'>, day: string): Promise<void> {
  const now = clock.now()
  if (now < startOfIstDay(day, 1)) throw new AppError('day_not_finished')
  const first = beginning(day, now)
  await insertMissing(ReconciliationRunModel, [first])
  await restartDay(day, { now })
}

const beginning = (_id: string, startedAt: Date): IReconciliationRun => ({
  _id,
  startedAt,
  step: steps[0],
  cursor: '',
  partNumber: 0,
  lockedUntil: null,
  runCount: 1,
  tries: 0,
  unreadSuppliers: [],
  counts: noCounts(),
  balances: [],
  comparedAt: null,
})

/**
 * Runs the next part of the day that has waited longest, unless another process has locked it.
 * @param gapMs between two checks at the gateway
 * @returns whether there may be more to do at once
 */
export async function reconcileNextPart(deps: ReconcileDeps, gapMs = askGapMs): Promise<boolean> {
  const now = deps.clock.now()
  const free = { $or: [{ lockedUntil: null }, { lockedUntil: { $lte: now } }] }
  const next = await ReconciliationRunModel.findOne({ step: { $in: steps.slice(0, -1) }, ...free })
    .sort({ startedAt: 1, _id: 1 })
    .lean<IReconciliationRun | null>()
  if (!next) return false
  const mine = { _id: next._id, partNumber: next.partNumber }
  const held = () => ({ $set: { lockedUntil: new Date(deps.clock.now().getTime() + lockMs) } })
  if ((await ReconciliationRunModel.updateOne({ ...mine, ...free }, held())).modifiedCount === 0) return true
  // Renews the lock of a long part while it runs; once the part is recorded, its number differs.
  const holding = setInterval(() => {
    void ReconciliationRunModel.updateOne(mine, held()).catch((error: unknown) =>
      deps.log.warn({ err: String(error) }, 'reconciliation lock not renewed'),
    )
  }, lockMs / 5)
  const part = await carryOut(deps, next, gapMs).finally(() => clearInterval(holding))
  await note(deps, next, part)
  return !part.isRescheduled
}

/** Stores the exceptions, each once, and then records the part as done if its number is unchanged. */
async function note(
  deps: ReconcileDeps,
  { _id, partNumber, step }: IReconciliationRun,
  done: Part,
): Promise<void> {
  await appendFound(deps, _id, done)
  const now = deps.clock.now()
  const next = done.cursor === undefined ? (steps[steps.indexOf(step) + 1] ?? 'done') : step
  const counts = Object.entries(done.counts).map(([name, count]) => [`counts.${name}`, count])
  const set = {
    step: next,
    cursor: done.cursor ?? '',
    tries: done.tries ?? 0,
    lockedUntil: done.isRescheduled ? new Date(now.getTime() + rescheduleMs) : null,
    ...(done.balances ? { balances: done.balances } : {}),
    ...(next === 'done' ? { comparedAt: now } : {}),
  }
  const change = {
    $set: set,
    $inc: { ...Object.fromEntries(counts), partNumber: 1 },
    ...(done.unreadSupplier ? { $addToSet: { unreadSuppliers: done.unreadSupplier } } : {}),
  }
  await ReconciliationRunModel.updateOne({ _id, partNumber }, change as never)
}

async function appendFound(deps: ReconcileDeps, day: string, { found }: Part): Promise<void> {
  const foundAt = deps.clock.now()
  const noted = await notedBefore(found)
  await insertMissing(
    ReconciliationExceptionModel,
    found
      .filter((one) => !noted.has(one))
      .map(({ about, ...one }) => ({
        ...one,
        _id: [one.kind, one.ref, ...(about ? [about] : [])].join('/'),
        day,
        foundAt,
        state: 'open' as const,
        closed: null,
      })),
  )
  // A payment without a callback is booked by the same rules as after one.
  const unbooked = found.filter(({ kind }) => kind === 'paid_not_booked')
  for (const { ref } of unbooked) await checkPaymentNow(deps, ref)
}

/** The findings that exist under an id without `about`, as in earlier releases; they are not stored again. */
async function notedBefore(found: readonly Finding[]): Promise<Set<Finding>> {
  const idOf = ({ kind, ref }: Finding) => `${kind}/${ref}`
  const rows = await ReconciliationExceptionModel.find({ _id: { $in: found.map(idOf) } }).lean<
    IReconciliationException[]
  >()
  const known = new Map(rows.map((one) => [one._id, one]))
  const isSame = (one: Finding) => {
    const before = known.get(idOf(one))
    return before?.external === one.external && before.internal === one.internal
  }
  return new Set(found.filter(isSame))
}

function carryOut(deps: ReconcileDeps, day: IReconciliationRun, gapMs: number): Promise<Part> {
  const ways: Record<Exclude<Step, 'done'>, () => Promise<Part>> = {
    orders_paid: () => compareGatewayPayments(deps, day, { of: 'order', gapMs }),
    top_ups_paid: () => compareGatewayPayments(deps, day, { of: 'topup', gapMs }),
    ended: () => compareEndedOrders(day._id),
    open: () => findUnfinishedOrders(day._id),
    ledger: () => readLedger(day._id, Object.keys(paymentGateways)),
    purchases: () => readSupplierOrders(deps, { day: day._id, cursor: day.cursor, tries: day.tries }),
    balances: () => readBalances(deps, { day: day._id, taken: day.balances }),
  }
  return ways[day.step === 'done' ? 'balances' : day.step]()
}

/**
 * Inserts what does not exist yet; existing documents are not changed.
 * @throws when one cannot be written, after all others were
 */
async function insertMissing<T extends { _id: string }>(
  model: Model<T>,
  documents: readonly T[],
): Promise<void> {
  if (documents.length === 0) return
  await model.bulkWrite(
    documents.map(({ _id, ...rest }) => ({
      updateOne: { filter: { _id }, update: { $setOnInsert: rest }, upsert: true },
    })) as never,
    unorderedWrites,
  )
}

type Open = Pick<OrderDoc, '_id' | 'pricePaise' | 'redeliveryOf' | 'units'>

/** Orders paid on a day whose units were all purchased but which are still open. */
async function findUnfinishedOrders(day: string): Promise<Part> {
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
      kind: 'bought_without_end',
      ref: _id,
      of: 'order',
      about: 'open',
      amountPaise: pricePaise,
      external: `${units.length} of ${units.length} packs bought`,
      internal: 'Still Processing',
    })),
    counts: {},
    cursor: undefined,
  }
}
