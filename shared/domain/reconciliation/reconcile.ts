import { orderStatuses } from '../../contracts/order-status.ts'
import { AppError } from '../../platform/app-error.ts'
import { isoDayOf, startOfIstDay } from '../../platform/clock.ts'
import { paymentGateways } from '../../providers/payments/registry.ts'
import type { Deps } from '../deps.ts'
import { allOrdersIndexes, OrderModel } from '../orders/index.ts'
import { lookForPaymentNow } from '../payables/index.ts'
import { appendOnce } from './append-once.ts'
import { type AskDeps, askPayments, type Part } from './ask-payments.ts'
import { type BalanceDeps, readBalances } from './read-balances.ts'
import { readEnded } from './read-ended.ts'
import { readLedger } from './read-ledger.ts'
import { readOpen } from './read-open.ts'
import { readSupplierOrders } from './read-supplier-orders.ts'
import {
  ExceptionModel,
  type IReconciliation,
  noCounts,
  ReconciliationModel,
  type Step,
  steps,
} from './reconciliation-model.ts'

export type ReconcileDeps = AskDeps & BalanceDeps & Pick<Deps, 'queues'>

/** A day is compared by itself so long after its end, when what belongs to it has come. */
const afterEndMs = 4 * 3_600_000
/** Who has a part in hand has so long for it; a process that died leaves it to the next. */
const heldMs = 5 * 60_000
/** While the gateway does not answer, payments wait. */
const putOffMs = 60_000
/** Between two questions to the gateway, in ms: 30,000 payments in less than two hours. */
const askGapMs = 200

/** Begins the day before this one, once its time has come; nothing where somebody has. */
export async function beginLastDay({ clock }: Pick<Deps, 'clock'>): Promise<void> {
  const now = clock.now()
  const day = isoDayOf(new Date(now.getTime() - afterEndMs - 86_400_000))
  if (!(await hasOrdersBefore(startOfIstDay(day, 1)))) return
  await appendOnce(ReconciliationModel, [beginning(day, now)])
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
 * @throws day_not_over
 */
export async function beginDay({ clock }: Pick<Deps, 'clock'>, day: string): Promise<void> {
  const now = clock.now()
  if (now < startOfIstDay(day, 1)) throw new AppError('day_not_over')
  const first = beginning(day, now)
  await appendOnce(ReconciliationModel, [first])
  const again = { step: steps[0], after: '', counts: noCounts(), startedAt: now, heldUntil: null }
  await ReconciliationModel.updateOne(
    { _id: day, step: 'done' },
    { $set: again, $inc: { part: 1, looks: 1 } },
  )
}

const beginning = (_id: string, startedAt: Date): IReconciliation => ({
  ...{ _id, startedAt, step: steps[0], after: '', part: 0, heldUntil: null, looks: 1 },
  ...{ counts: noCounts(), balances: [], comparedAt: null },
})

/**
 * Does the next part of the day that has waited longest, if nobody has it in hand.
 * @param gapMs between two questions to the gateway
 * @returns whether there may be more to do at once
 */
export async function reconcilePart(deps: ReconcileDeps, gapMs = askGapMs): Promise<boolean> {
  const now = deps.clock.now()
  const free = { $or: [{ heldUntil: null }, { heldUntil: { $lte: now } }] }
  const next = await ReconciliationModel.findOne({ step: { $in: steps.slice(0, -1) }, ...free })
    .sort({ startedAt: 1 })
    .lean<IReconciliation | null>()
  if (!next) return false
  const mine = { _id: next._id, part: next.part }
  const held = { $set: { heldUntil: new Date(now.getTime() + heldMs) } }
  if ((await ReconciliationModel.updateOne({ ...mine, ...free }, held)).modifiedCount === 0) return true
  const part = await carryOut(deps, next, gapMs)
  await note(deps, next, part)
  return !part.isPutOff
}

/** What was found first, which is there once however often it is found; then that the part is done, if it is still ours. */
async function note(deps: ReconcileDeps, { _id, part, step }: IReconciliation, done: Part): Promise<void> {
  await appendFound(deps, _id, done)
  const now = deps.clock.now()
  const next = done.after === undefined ? (steps[steps.indexOf(step) + 1] ?? 'done') : step
  const counts = Object.entries(done.counts).map(([name, count]) => [`counts.${name}`, count])
  const set = {
    ...{ step: next, after: done.after ?? '' },
    heldUntil: done.isPutOff ? new Date(now.getTime() + putOffMs) : null,
    ...(done.balances ? { balances: done.balances } : {}),
    ...(next === 'done' ? { comparedAt: now } : {}),
  }
  const change = { $set: set, $inc: { ...Object.fromEntries(counts), part: 1 } }
  await ReconciliationModel.updateOne({ _id, part }, change as never)
}

async function appendFound(deps: ReconcileDeps, day: string, { found }: Part): Promise<void> {
  const foundAt = deps.clock.now()
  await appendOnce(
    ExceptionModel,
    found.map((one) => ({
      ...{ ...one, _id: `${one.kind}/${one.ref}`, day, foundAt },
      ...{ state: 'open' as const, closed: null },
    })),
  )
  // A payment that nobody told us of is booked by the same rules as after a callback.
  const unbooked = found.filter(({ kind }) => kind === 'paid_not_booked')
  for (const { ref } of unbooked) await lookForPaymentNow(deps, ref)
}

function carryOut(deps: ReconcileDeps, day: IReconciliation, gapMs: number): Promise<Part> {
  const ways: Record<Exclude<Step, 'done'>, () => Promise<Part>> = {
    orders_paid: () => askPayments(deps, day, { of: 'order', gapMs }),
    top_ups_paid: () => askPayments(deps, day, { of: 'topup', gapMs }),
    ended: () => readEnded(day._id),
    open: () => readOpen(day._id),
    ledger: () => readLedger(day._id, Object.keys(paymentGateways)),
    bought: () => readSupplierOrders(deps, { day: day._id, after: day.after }),
    balances: () => readBalances(deps, { day: day._id, taken: day.balances }),
  }
  return ways[day.step === 'done' ? 'balances' : day.step]()
}
