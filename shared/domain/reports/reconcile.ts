import type { Model } from 'mongoose'
import { orderStatuses } from '../../contracts/order-status.ts'
import { AppError } from '../../platform/app-error.ts'
import { isoDayOf, startOfIstDay } from '../../platform/clock.ts'
import { unorderedWrites } from '../../platform/mongo.ts'
import { paymentGateways } from '../../providers/payments/registry.ts'
import { checkPaymentNow } from '../checkout/index.ts'
import type { Deps } from '../deps.ts'
import { allOrdersIndexes, boardIndex, type OrderDoc, OrderModel, withPaidPrice } from '../orders/index.ts'
import { compareEndedOrders } from './compare-ended-orders.ts'
import { compareGatewayPayments, type GatewayCheckDeps, type PartResult } from './compare-gateway-payments.ts'
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

type ReconcileDeps = GatewayCheckDeps & BalanceDeps & Pick<Deps, 'queues'>

/** A day is compared this long after its end, when its payments and callbacks have arrived. */
const afterEndMs = 4 * 3_600_000
/** Lock duration of a part; after a crash another process continues. */
const lockMs = 5 * 60_000
/** Delay of a part while the gateway does not answer. */
const rescheduleMs = 60_000
/** Between two checks at the gateway, in ms: 30,000 payments in less than two hours. */
const checkGapMs = 200

/** Days to catch up on after the workers were stopped. */
const maxMissedDays = 31

/**
 * Starts yesterday's comparison once it is due, and those of earlier days since the first compared one that were
 * missed. A day that an admin compared before it was due is compared again, because its data was not complete.
 */
export async function startYesterday({ clock }: Pick<Deps, 'clock'>): Promise<void> {
  const now = clock.now()
  const last = isoDayOf(new Date(now.getTime() - afterEndMs - 86_400_000))
  const fields = '_id step startedAt'
  const first = await ReconciliationRunModel.findOne({}, fields).sort({ _id: 1 }).lean<StartedRun | null>()
  const oldest = isoDayOf(startOfIstDay(last, 1 - maxMissedDays))
  const started = await ReconciliationRunModel.find({ _id: { $gte: oldest, $lte: last } }, fields).lean<
    StartedRun[]
  >()
  let day = first && first._id < last ? (first._id > oldest ? first._id : oldest) : last
  for (; day <= last; day = isoDayOf(startOfIstDay(day, 1))) {
    const run = started.find(({ _id }) => _id === day)
    if (run) await restartIfEarly(run, now)
    else if (await hasOrdersBefore(startOfIstDay(day, 1)))
      await insertMissing(ReconciliationRunModel, [newRun(day, now)])
  }
}

type StartedRun = Pick<IReconciliationRun, '_id' | 'step' | 'startedAt'>

async function restartIfEarly({ _id, step, startedAt }: StartedRun, now: Date): Promise<void> {
  const due = startOfIstDay(_id, 1).getTime() + afterEndMs
  if (step === 'done' && startedAt.getTime() < due) await restartDay(_id, { startedAt, now })
}

/** Restarts only if `startedAt` is unchanged, where it is given: of two concurrent restarts one succeeds. */
async function restartDay(_id: string, { startedAt, now }: { startedAt?: Date; now: Date }): Promise<void> {
  const restart = {
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
    { $set: restart, $inc: { partNumber: 1, runCount: 1 } },
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
  const first = newRun(day, now)
  await insertMissing(ReconciliationRunModel, [first])
  await restartDay(day, { now })
}

const newRun = (_id: string, startedAt: Date): IReconciliationRun => ({
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
export async function reconcileNextPart(deps: ReconcileDeps, gapMs = checkGapMs): Promise<boolean> {
  const now = deps.clock.now()
  const isUnlocked = { $or: [{ lockedUntil: null }, { lockedUntil: { $lte: now } }] }
  const next = await ReconciliationRunModel.findOne({ step: { $in: steps.slice(0, -1) }, ...isUnlocked })
    .sort({ startedAt: 1, _id: 1 })
    .lean<IReconciliationRun | null>()
  if (!next) return false
  const thisPart = { _id: next._id, partNumber: next.partNumber }
  const lockPatch = () => ({ $set: { lockedUntil: new Date(deps.clock.now().getTime() + lockMs) } })
  if (
    (await ReconciliationRunModel.updateOne({ ...thisPart, ...isUnlocked }, lockPatch())).modifiedCount === 0
  )
    return true
  // Renews the lock of a long part while it runs; once the part is recorded, its number differs.
  const lockRenewal = setInterval(() => {
    void ReconciliationRunModel.updateOne(thisPart, lockPatch()).catch((error: unknown) =>
      deps.log.warn({ err: String(error) }, 'reconciliation lock not renewed'),
    )
  }, lockMs / 5)
  const part = await runPart(deps, next, gapMs).finally(() => clearInterval(lockRenewal))
  await recordPart(deps, next, part)
  return !part.isRescheduled
}

/** Stores the exceptions, each once, and then records the part as done if its number is unchanged. */
async function recordPart(
  deps: ReconcileDeps,
  { _id, partNumber, step }: IReconciliationRun,
  part: PartResult,
): Promise<void> {
  await storeFindings(deps, _id, part)
  const now = deps.clock.now()
  const next = part.cursor === undefined ? (steps[steps.indexOf(step) + 1] ?? 'done') : step
  const counts = Object.entries(part.counts).map(([name, count]) => [`counts.${name}`, count])
  const set = {
    step: next,
    cursor: part.cursor ?? '',
    tries: part.tries ?? 0,
    lockedUntil: part.isRescheduled ? new Date(now.getTime() + rescheduleMs) : null,
    ...(part.balances ? { balances: part.balances } : {}),
    ...(next === 'done' ? { comparedAt: now } : {}),
  }
  const change = {
    $set: set,
    $inc: { ...Object.fromEntries(counts), partNumber: 1 },
    ...(part.unreadSupplier ? { $addToSet: { unreadSuppliers: part.unreadSupplier } } : {}),
  }
  await ReconciliationRunModel.updateOne({ _id, partNumber }, change as never)
}

async function storeFindings(deps: ReconcileDeps, day: string, { found }: PartResult): Promise<void> {
  const foundAt = deps.clock.now()
  const storedBefore = await findStoredBefore(found)
  await insertMissing(
    ReconciliationExceptionModel,
    found
      .filter((finding) => !storedBefore.has(finding))
      .map(({ about, ...finding }) => ({
        ...finding,
        _id: [finding.kind, finding.ref, ...(about ? [about] : [])].join('/'),
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
async function findStoredBefore(found: readonly Finding[]): Promise<Set<Finding>> {
  const idOf = ({ kind, ref }: Finding) => `${kind}/${ref}`
  const rows = await ReconciliationExceptionModel.find({ _id: { $in: found.map(idOf) } }).lean<
    IReconciliationException[]
  >()
  const stored = new Map(rows.map((finding) => [finding._id, finding]))
  const isSame = (finding: Finding) => {
    const before = stored.get(idOf(finding))
    return before?.external === finding.external && before.internal === finding.internal
  }
  return new Set(found.filter(isSame))
}

function runPart(deps: ReconcileDeps, day: IReconciliationRun, gapMs: number): Promise<PartResult> {
  const handlers: Record<Exclude<Step, 'done'>, () => Promise<PartResult>> = {
    orders_paid: () => compareGatewayPayments(deps, day, { of: 'order', gapMs }),
    top_ups_paid: () => compareGatewayPayments(deps, day, { of: 'topup', gapMs }),
    ended: () => compareEndedOrders(day._id),
    open: () => findUnfinishedOrders(day._id),
    ledger: () => readLedger(day._id, Object.keys(paymentGateways)),
    purchases: () => readSupplierOrders(deps, { day: day._id, cursor: day.cursor, tries: day.tries }),
    balances: () => readBalances(deps, { day: day._id, stored: day.balances }),
  }
  return handlers[day.step === 'done' ? 'balances' : day.step]()
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

type OpenOrder = Pick<OrderDoc, '_id' | 'pricePaise' | 'redeliveryOf' | 'units'>

/** Orders paid on a day whose units were all purchased but which are still open. */
async function findUnfinishedOrders(day: string): Promise<PartResult> {
  const rows = await OrderModel.find({
    status: 'Processing',
    processingAt: { $gte: startOfIstDay(day), $lt: startOfIstDay(day, 1) },
    pendingCompletion: null,
  })
    .hint(boardIndex)
    .select('pricePaise redeliveryOf units.state')
    .lean<OpenOrder[]>()
  const purchased = rows.filter(
    ({ units }) => units.length > 0 && units.every(({ state }) => state === 'delivered'),
  )
  return {
    found: (await Promise.all(purchased.map(withPaidPrice))).map(({ _id, pricePaise, units }) => ({
      kind: 'bought_without_end',
      ref: _id,
      of: 'order',
      about: 'open',
      amountPaise: pricePaise,
      external: `${units.length} of ${units.length} units bought`,
      internal: 'Still Processing',
    })),
    counts: {},
    cursor: undefined,
  }
}
