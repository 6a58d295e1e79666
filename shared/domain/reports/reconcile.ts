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

/** A day is compared by itself so long after its end, when what belongs to it has come. */
const afterEndMs = 4 * 3_600_000
/** Who has a part in hand has so long for it; a process that died leaves it to the next. */
const lockMs = 5 * 60_000
/** While the gateway does not answer, payments wait. */
const rescheduleMs = 60_000
/** Between two questions to the gateway, in ms: 30,000 payments in less than two hours. */
const askGapMs = 200

/** So many days are begun that nobody began while the shop's workers stood still. */
const maxMissed = 31

/**
 * Begins the day before this one, once its time has come, and the days since the first that was compared that nobody has
 * begun. One that somebody compared before its time is begun once more, since not all that belongs to it had come.
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

/** Only as it was read, where that is given: of two who begin it one does. */
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

/** Of the days before a shop's first order nothing is compared, and nobody is asked about them. */
async function hasOrdersBefore(end: Date): Promise<boolean> {
  const any = { status: { $in: orderStatuses }, paymentmode: { $in: ['upi' as const, 'wallet' as const] } }
  const found = await OrderModel.findOne({ ...any, createdAt: { $lt: end } }, '_id')
    .hint(allOrdersIndexes.createdAt)
    .lean()
  return found !== null
}

/**
 * Compares a day now, once more where it has been: what is found then is added to what was.
 * @throws day_not_finished
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
 * Does the next part of the day that has waited longest, if nobody has it in hand.
 * @param gapMs between two questions to the gateway
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
  // A long part is held for as long as it is worked on; once it is noted it has another number.
  const holding = setInterval(() => {
    void ReconciliationRunModel.updateOne(mine, held()).catch((error: unknown) =>
      deps.log.warn({ err: String(error) }, 'reconciliation lock not renewed'),
    )
  }, lockMs / 5)
  const part = await carryOut(deps, next, gapMs).finally(() => clearInterval(holding))
  await note(deps, next, part)
  return !part.isRescheduled
}

/** What was found first, which is there once however often it is found; then that the part is done, if it is still internal. */
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
  // A payment that nobody told us of is booked by the same rules as after a callback.
  const unbooked = found.filter(({ kind }) => kind === 'paid_not_booked')
  for (const { ref } of unbooked) await checkPaymentNow(deps, ref)
}

/** Of what was found, what is noted under an id without `about`, as all were once: it is not asked for again. */
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
 * Writes what is not there yet; what has the same id stays as it is.
 * @throws when one cannot be written, once all others were
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

/** Orders paid on a day of which every pack was bought and that have not come to an end: nothing waits for anything. */
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
