import { maxEnqueueAheadMs } from '../../../platform/document-job.ts'
import type { SupplierDelivery } from '../../../providers/suppliers/registry.ts'
import type { Supplier } from '../../../providers/suppliers/supplier.ts'
import type { Deps } from '../../deps.ts'
import {
  type IUnit,
  inFlightUntil,
  lookupPurchase,
  nextUnitStep,
  otherAccountAnswer,
  purchaseUnit,
  type SupplierAnswer,
  settleBatch,
} from '../../purchasing/index.ts'
import { changeOrder, completeOrder, rescheduleTask } from '../change/change-order.ts'
import type { PublishDeps } from '../change/publish-order.ts'
import { holdIfIncident } from '../hold/hold-order.ts'
import { isHealthyPurchase, isHealthyResult, recordReleaseResult } from '../hold/release-result.ts'
import { readOrder } from '../model/find-order.ts'
import type { OrderDoc, PendingCompletion } from '../model/order-model.ts'
import { settleLateOffer } from '../refund/refund-late-order.ts'
import { afterPendingCompletion, isRefundChosen } from '../rules/late-offer.ts'
import { isAwaitingAnswer } from '../rules/open-units.ts'
import { pendingReasonOf } from '../rules/pending-reason.ts'
import { batchUnits } from './batch-units.ts'
import { lossOf } from './below-cost.ts'
import { followUpUnits } from './follow-up-units.ts'
import { markSending } from './mark-sending.ts'
import { planPoll } from './plan-poll.ts'
import { recordSupplierAnswer } from './record-supplier-answer.ts'

export type FulfilDeps = Pick<
  Deps,
  | (
      | 'clock'
      | 'env'
      | 'suppliers'
      | 'redis'
      | 'queues'
      | 'publisher'
      | 'log'
      | 'shutdownSignal'
      | 'purchaseLog'
    )
  | 'polls'
>

/** The order to go on with; or that this run is done, perhaps to be begun again at a time. */
type Next = { order: OrderDoc } | { again?: Date }

const done: Next = {}

/**
 * Buys what an order still needs, unit after unit, until all are delivered, one has to wait, or a person is
 * needed. Every step is a compare-and-set, so a second run, a late answer or an admin's move does no harm. Of an order
 * that a person has closed it only asks what became of the packs that a supplier had then.
 * @param seq the due work this run answers to; another value than the order's means that newer work is queued,
 * and this run leaves the rest to it
 * @param deps `canComeBack`: whether the job at hand can be put off: then what is left after an answer stays its work
 * @returns when the same work is to be tried again, where the order waits for its turn or for the supplier
 */
export async function fulfilOrder(
  deps: FulfilDeps & { canComeBack?: boolean },
  orderId: string,
  seq: number,
): Promise<Date | undefined> {
  const run = deps.canComeBack ? seq : undefined
  let next: Next = await reload(orderId)
  if (run !== undefined && 'order' in next && isEarly(deps, next.order, seq)) {
    next = comeBack(delayedStartAt(next.order.due.fulfil.at, deps.clock.now()))
  }
  while ('order' in next && isDue(next.order, seq)) next = await takeStep({ ...deps, run }, next.order)
  if ('order' in next && isOwed(next.order, seq) && next.order.status !== 'Processing') {
    await followUpUnits(deps, next.order)
  }
  return 'again' in next ? next.again : undefined
}

async function reload(id: string): Promise<Next> {
  const order = await readOrder(id)
  return order ? { order } : done
}

/** What people deliver owes this work only where its customer asks for the money. */
const isOwed = (order: OrderDoc, seq: number) =>
  (order.delivery === 'instant' || isRefundChosen(order)) &&
  order.due.fulfil.seq === seq &&
  order.due.fulfil.at !== null

const isDue = (order: OrderDoc, seq: number) => order.status === 'Processing' && isOwed(order, seq)

/** Brought by a machine's fast clock: a supplier is not asked before its time. What a process left behind is no matter of time. */
const isEarly = ({ clock }: FulfilDeps, order: OrderDoc, seq: number) =>
  isDue(order, seq) && !order.units.some(isAwaitingAnswer) && isTooEarly(order.due.fulfil.at, clock.now())

/** The same job goes on then. */
const comeBack = (again: Date | undefined): Next => (again ? { again } : done)

/** `run`: as `writeSupplierAnswer` takes it. */
type RunDeps = FulfilDeps & { run: number | undefined; isPoll?: boolean }

async function takeStep(deps: RunDeps, order: OrderDoc): Promise<Next> {
  if (order.pendingCompletion) return waitForPendingCompletion(deps, order, order.pendingCompletion)
  const settled = await settleLateOffer(deps, order)
  if (settled?.moved) return reload(order._id)
  if (settled || order.delivery === 'manual') return done
  const delivery = deps.suppliers.forApiType(order.item.apiType)
  if (!delivery) return done
  const { supplier } = delivery
  const step = nextUnitStep(order.units, supplier.evidence)
  if (step.kind === 'all_delivered') {
    await completeOrder(deps, order, { by: 'system', actor: 'supplier' })
    return done
  }
  if (step.kind === 'blocked') return done
  const target = { index: step.index, unit: order.units[step.index] as IUnit, supplier }
  switch (step.kind) {
    case 'send': {
      const held = await holdIfIncident(deps, order)
      if (held !== 'continue') return held === 'moved' ? reload(order._id) : done
      const loss = await lossOf(deps, order)
      if (loss !== undefined)
        return answered(deps, order, { ...target, answer: { kind: 'below_cost', message: loss } })
      return send(deps, order, { ...target, delivery })
    }
    case 'retry':
      return send(deps, order, { ...target, delivery })
    case 'lookup':
      return lookUp(deps, order, target)
    case 'settle':
      return settle(deps, order, target)
    case 'orphaned':
      return recoverOrphan(deps, order, target)
    default:
      return step satisfies never
  }
}

/** A person has delivered it, or takes that back within seconds: until then there is nothing to buy, nor to ask. */
async function waitForPendingCompletion(
  deps: FulfilDeps,
  order: OrderDoc,
  pendingCompletion: PendingCompletion,
): Promise<Next> {
  const isRescheduled = await rescheduleTask(deps, order, {
    guard: { status: 'Processing', 'due.fulfil.seq': order.due.fulfil.seq },
    due: { fulfil: afterPendingCompletion(pendingCompletion, deps.clock.now()) },
  })
  return isRescheduled ? done : reload(order._id)
}

type Target = { index: number; unit: IUnit; supplier: Supplier }

/** Buys one pack, or asks by buying it again, if its account may be called now. No call without its commit. */
async function send(
  deps: RunDeps,
  order: OrderDoc,
  { delivery, ...target }: Target & { delivery: SupplierDelivery },
): Promise<Next> {
  const { input1, input2, due } = order
  const { index, unit } = target
  const bought = await purchaseUnit(deps, {
    ...{ delivery, input1, input2, index, unit, orderId: String(order._id), port: batchUnits(deps) },
    isStillDue: async () => {
      const now = await readOrder(order._id)
      return now !== undefined && isDue(now, due.fulfil.seq)
    },
    commit: (evidence) => markSending(deps, order, { index, unit, evidence }),
  })
  if (bought.kind === 'superseded') return done
  if (bought.kind === 'deferred') {
    // It was asked for its balance: that is a call too.
    if (bought.isUnresponsive)
      await recordReleaseResult(deps, order, { sentAt: deps.clock.now(), isGood: false })
    return { again: await deferForSupplier(deps, order, bought) }
  }
  const sent = bought.committed.units[index] as IUnit
  const next = await answered(deps, bought.committed, { ...target, unit: sent, answer: bought.outcome })
  await recordReleaseResult(deps, order, { sentAt: sent.sentAt, isGood: isHealthyPurchase(bought.outcome) })
  return next
}

/**
 * Handles a purchase whose process is gone, or only seems to be. A supplier that can be asked is asked at once; that it has
 * it is believed, and that it has not only later: the call may be in flight. A balance is not read before the call must
 * have ended.
 */
async function recoverOrphan(deps: RunDeps, order: OrderDoc, target: Target): Promise<Next> {
  if (!isReachable(deps, target))
    return answered(deps, order, { ...target, answer: otherAccountAnswer(target.supplier) })
  const endedBy = inFlightUntil(deps.env, target.unit)
  if (target.supplier.evidence === 'balance' && deps.clock.now() < endedBy) {
    return comeBack(earliestRetryAt(endedBy, deps.clock.now()))
  }
  const askedAt = deps.clock.now()
  const looked = target.supplier.evidence === 'lookup' ? await ask(deps, target) : undefined
  if (looked?.kind === 'superseded') return done
  const isKnown = looked?.kind === 'answered' && isBought(looked.answer)
  const message = 'The answer was lost with the process that asked'
  const answer: SupplierAnswer = isKnown ? looked.answer : { kind: 'unknown', message }
  const next = await answered(deps, order, { ...target, answer, askedAt })
  if (isKnown)
    await recordReleaseResult(deps, order, { sentAt: target.unit.sentAt, isGood: isHealthyResult(answer) })
  return next
}

const isBought = ({ kind }: SupplierAnswer) =>
  kind === 'delivered' || kind === 'accepted' || kind === 'returned'

const isReachable = ({ suppliers }: RunDeps, { supplier, unit }: Target) =>
  suppliers.accountOf(supplier, unit.accountId) !== undefined

/** The account that it was sent to. */
function ask(deps: RunDeps, { supplier, unit }: Target) {
  const account = deps.suppliers.accountOf(supplier, unit.accountId) ?? supplier
  return lookupPurchase(deps, account, () =>
    account.lookupPurchase({ unitRef: unit.ref, supplierOrderId: unit.supplierOrderId || undefined }),
  )
}

async function lookUp(deps: RunDeps, order: OrderDoc, target: Target): Promise<Next> {
  if (!isReachable(deps, target))
    return answered(deps, order, { ...target, answer: otherAccountAnswer(target.supplier) })
  const askedAt = deps.clock.now()
  const looked = await ask(deps, target)
  if (looked.kind === 'superseded') return done
  if (looked.kind === 'deferred') return { again: await deferForSupplier(deps, order, looked) }
  const next = await answered(deps, order, { ...target, answer: looked.answer, askedAt })
  await recordReleaseResult(deps, order, {
    sentAt: target.unit.sentAt,
    isGood: isHealthyResult(looked.answer),
  })
  return next
}

/** A late answer has settled what the account waits for, perhaps. */
const reopen = (deps: RunDeps, supplier: Supplier) =>
  settleBatch(deps, { supplier, port: batchUnits(deps), isSettled: ({ isOpen }) => isOpen })

/** Whoever comes first settles all that is unclear at the account, this order's pack among it. */
async function settle(deps: RunDeps, order: OrderDoc, target: Target): Promise<Next> {
  if (deps.shutdownSignal?.aborted) return done
  const { index, unit, supplier } = target
  const isSettled = ({ batch }: { batch: number }) => batch !== unit.batch
  const turn = await settleBatch(deps, { supplier, port: batchUnits(deps), isSettled })
  const soon = new Date(deps.clock.now().getTime() + 500)
  if (turn.kind !== 'opened') return { again: turn.kind === 'wait' ? turn.until : soon }
  const now = await reload(order._id)
  const left = 'order' in now ? now.order.units[index] : undefined
  if (left?.state !== 'unknown' || left.batch !== unit.batch || left.attempt !== unit.attempt) return now
  const message = 'The balance was read without it, so that nothing tells what became of it'
  return answered(deps, order, { ...target, answer: { kind: 'unknown', message, isFinal: true } })
}

async function answered(
  deps: RunDeps,
  order: OrderDoc,
  target: Target & { answer: SupplierAnswer; askedAt?: Date },
): Promise<Next> {
  const recorded = await recordSupplierAnswer(deps, order, { ...target, run: deps.run })
  // Another run was first with this unit; what is left may still be ours.
  if (!recorded) return reload(order._id)
  const { supplier } = target
  if (recorded.wasUnclear && supplier.evidence === 'balance') await reopen(deps, supplier)
  if (recorded.canContinue) return { order: recorded.order }
  const at = recorded.retryAt
  const isPolled = nextUnitStep(recorded.order.units, supplier.evidence).kind === 'lookup'
  // It is asked about ahead of the purchases in the queue, by whoever polls the account.
  if (at && isPolled && deps.polls && !deps.isPoll) {
    await planPoll({ ...deps, polls: deps.polls }, supplier.name, { orderId: order._id, at })
    return done
  }
  return comeBack(earliestRetryAt(at, deps.clock.now()))
}

/**
 * Asks a supplier about an order whose next step is that, for who polls the account.
 * @returns the order to go on with; when it is to be asked about again; or nothing, where it is somebody else's
 */
export async function lookUpDue(deps: FulfilDeps, order: OrderDoc): Promise<Next> {
  const { due, item, status, delivery } = order
  if (status !== 'Processing' || delivery !== 'instant' || due.fulfil.at === null || order.pendingCompletion)
    return done
  const supplier = deps.suppliers.forApiType(item.apiType)?.supplier
  if (!supplier) return done
  const step = nextUnitStep(order.units, supplier.evidence)
  if (step.kind !== 'lookup') return done
  const unit = order.units[step.index] as IUnit
  return lookUp({ ...deps, run: due.fulfil.seq, isPoll: true }, order, { index: step.index, unit, supplier })
}

/** By how much a clock may be ahead before a job goes back to wait. */
const earlyMs = 100

/** A clock that is wrong by more is broken: the job would come back at once, over and over, and the sweeper knows the time. */
const maxEarlyMs = 5_000

const aheadMs = (at: Date, now: Date) => at.getTime() - now.getTime()

/** Pure. Whether work that is due at a time is brought too early. */
const isTooEarly = (at: Date | null, now: Date): boolean => at !== null && aheadMs(at, now) > earlyMs

/** Pure. @returns the time at which a job that came too early begins again; none where that is left to the sweeper */
const delayedStartAt = (at: Date | null, now: Date): Date | undefined =>
  at && aheadMs(at, now) <= maxEarlyMs ? at : undefined

/** Pure. @returns the time at which a job that has done its part begins again; none where that is left to the sweeper */
const earliestRetryAt = (at: Date | null | undefined, now: Date): Date | undefined =>
  at && aheadMs(at, now) <= maxEnqueueAheadMs ? at : undefined

/** Whatever stood in the way may be gone by then. */
const againAfterMs = 5 * 60_000

/**
 * Shows on the board that an order cannot be worked on: its job failed each time it was tried. A person can end it;
 * by itself it is tried again later.
 * @param seq the due work that failed; with another value than the order's nothing is changed
 * @param why what went wrong, for the admins
 */
export async function markTaskFailed(
  deps: PublishDeps,
  { orderId, seq, reason }: { orderId: string; seq: number; reason: string },
): Promise<void> {
  const now = deps.clock.now()
  const before = await readOrder(orderId)
  if (!before) return
  const since = before.pendingReason?.kind === 'task_failed' ? before.pendingReason.since : now
  await changeOrder(deps, before, {
    guard: { status: 'Processing', 'due.fulfil.seq': seq, 'due.fulfil.at': { $ne: null } },
    set: { pendingReason: pendingReasonOf('task_failed', { since, detail: reason.slice(0, 300) }) },
    due: { fulfil: new Date(now.getTime() + againAfterMs) },
  })
}

/** Those who wait for the same moment come back within so long of it, and not all at once. */
const spreadMs = 3_000

/**
 * Nothing was sent: the order waits, and says so once. Its work stays what it is and where it is, in the queue, so
 * that however many wait for however long, nothing is written before they may go.
 * @returns when the work is to be tried again
 */
async function deferForSupplier(
  deps: PublishDeps,
  order: OrderDoc,
  pause: { until: Date; reason?: string },
): Promise<Date> {
  if (pause.reason === undefined) return pause.until
  if (order.pendingReason?.kind !== 'supplier_unavailable')
    await sayWhy(deps, order, { ...pause, reason: pause.reason })
  return new Date(pause.until.getTime() + Math.random() * spreadMs)
}

async function sayWhy(
  deps: PublishDeps,
  order: OrderDoc,
  { until, reason }: { until: Date; reason: string },
): Promise<void> {
  await changeOrder(deps, order, {
    guard: { status: 'Processing', 'due.fulfil.seq': order.due.fulfil.seq },
    set: {
      pendingReason: pendingReasonOf('supplier_unavailable', { since: deps.clock.now(), detail: reason }),
      'due.fulfil.at': until,
    },
  })
}
