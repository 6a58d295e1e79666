import type { SupplierDelivery } from '../../../providers/suppliers/registry.ts'
import type { Supplier } from '../../../providers/suppliers/supplier.ts'
import type { Deps } from '../../deps.ts'
import {
  type IUnit,
  lookupPurchase,
  otherAccountAnswer,
  purchaseUnit,
  type SupplierAnswer,
  settleBatch,
} from '../../purchasing/index.ts'
import { completeOrder, rescheduleTask } from '../change/change-order.ts'
import { holdIfIncident } from '../hold/hold-order.ts'
import { isHealthyPurchase, isHealthyResult, recordReleaseResult } from '../hold/release-result.ts'
import { readOrder } from '../model/find-order.ts'
import type { OrderDoc } from '../model/order-model.ts'
import { settleLateOffer } from '../refund/refund-late-order.ts'
import {
  afterRecording,
  earliestRetryAt,
  type FulfilStep,
  isOpenTask,
  nextFulfilStep,
  startOfRun,
  type UnitStep,
} from '../rules/fulfil-step.ts'
import { batchUnits } from './batch-units.ts'
import { lossOf } from './below-cost.ts'
import { deferForSupplier } from './delay-fulfilment.ts'
import { followUpUnits } from './follow-up-units.ts'
import { markSending } from './mark-sending.ts'
import { recordSupplierAnswer } from './record-supplier-answer.ts'
import { verifyRestoredUnit } from './verify-restored-unit.ts'

export type FulfilDeps = Pick<
  Deps,
  | 'clock'
  | 'env'
  | 'suppliers'
  | 'redis'
  | 'queues'
  | 'publisher'
  | 'log'
  | 'shutdownSignal'
  | 'purchaseLog'
  | 'polls'
>

/** The order to continue with; or the end of this run, with the time at which its task is due again, if any. */
type Progress = { order: OrderDoc } | { retryAt?: Date | undefined }

const finished: Progress = {}

/**
 * `run`: the `seq` of the task whose job can be delayed. An answer is then written without a new task, and this run
 * continues; without it the write of an answer schedules a new task, and this run ends. `isPoll`: the run is a poll,
 * outside the queue of purchases.
 */
type RunDeps = FulfilDeps & { run: number | undefined; isPoll?: boolean }

/**
 * Buys what an order still needs, unit after unit, until all are delivered, one has to wait, or an admin must act.
 * `nextFulfilStep` decides each step. Every step is a compare-and-set, so that a second run, a late answer or an
 * admin's decision does no harm. Once the order has ended, it only polls the units that a supplier still has.
 * @param seq the task that this run does; with another value than the order's a newer task continues the order
 * @param deps `canDelayJob`: whether the current job can be delayed, so that it continues with what is left
 * @returns when the same task is to run again, if the order waits for its turn or for the supplier
 */
export async function fulfilOrder(
  deps: FulfilDeps & { canDelayJob?: boolean },
  orderId: string,
  seq: number,
): Promise<Date | undefined> {
  const run = deps.canDelayJob ? seq : undefined
  let progress = await loadOrder(orderId)
  if (run !== undefined && 'order' in progress) {
    const start = startOfRun(progress.order, { seq, now: deps.clock.now() })
    if (start.kind === 'early') return start.retryAt
  }
  for (let steps = 0; 'order' in progress; steps += 1) {
    if (steps === maxSteps) throw new Error(`${orderId} makes no progress`)
    const step = decideStep(deps, progress.order, seq)
    progress = await takeStep({ ...deps, run }, progress.order, step)
  }
  return progress.retryAt
}

/** Ten times the units of the largest order: a run with more steps repeats itself. */
const maxSteps = 200

async function loadOrder(id: string): Promise<Progress> {
  const order = await readOrder(id)
  return order ? { order } : finished
}

function decideStep({ clock, env, suppliers }: FulfilDeps, order: OrderDoc, seq: number): FulfilStep {
  const supplier = suppliers.forApiType(order.item.apiType)?.supplier
  return nextFulfilStep(order, {
    seq,
    env,
    now: clock.now(),
    supplier: supplier && {
      evidence: supplier.evidence,
      hasAccount: (accountId) => suppliers.accountOf(supplier, accountId) !== undefined,
    },
  })
}

async function takeStep(deps: RunDeps, order: OrderDoc, step: FulfilStep): Promise<Progress> {
  switch (step.kind) {
    case 'nothing':
      return finished
    case 'follow_up':
      await followUpUnits(deps, order)
      return finished
    case 'await_completion':
      return awaitCompletion(deps, order, step.until)
    case 'late_refund': {
      const settled = await settleLateOffer(deps, order)
      return settled?.kind === 'changed' ? loadOrder(order._id) : finished
    }
    case 'complete': {
      const completed = await completeOrder(deps, order, { by: 'system', actor: 'supplier' })
      return completed ? finished : loadOrder(order._id)
    }
    case 'await_call':
      return { retryAt: earliestRetryAt(step.until, deps.clock.now()) }
    default:
      return takeUnitStep(deps, order, step)
  }
}

async function awaitCompletion(deps: FulfilDeps, order: OrderDoc, until: Date): Promise<Progress> {
  const isRescheduled = await rescheduleTask(deps, order, {
    guard: { status: 'Processing', 'due.fulfil.seq': order.due.fulfil.seq },
    due: { fulfil: until },
  })
  return isRescheduled ? finished : loadOrder(order._id)
}

async function takeUnitStep(deps: RunDeps, order: OrderDoc, step: UnitStep): Promise<Progress> {
  const delivery = deps.suppliers.forApiType(order.item.apiType)
  if (!delivery) return finished
  const { index, unit } = step
  const target = { index, unit, supplier: delivery.supplier }
  switch (step.kind) {
    case 'send':
      return sendIfAllowed(deps, order, { ...target, delivery })
    case 'retry': {
      // Another account would deliver a second time.
      const supplier = accountOf(deps, target)
      return sendUnit(deps, order, { ...target, delivery: { ...delivery, supplier } })
    }
    case 'lookup':
      return lookUpAndRecord(deps, order, target)
    case 'settle':
      return settleUnit(deps, order, target)
    case 'recover':
      return recoverUnit(deps, order, target)
    case 'verify':
      return (await verifyRestoredUnit(deps, order, target)) ?? loadOrder(order._id)
    case 'answer_lost':
      return recordUnitAnswer(deps, order, { ...target, answer: lostAnswer })
    case 'account_missing':
      return recordUnitAnswer(deps, order, { ...target, answer: otherAccountAnswer(target.supplier) })
    default:
      return step satisfies never
  }
}

type Target = { index: number; unit: IUnit; supplier: Supplier }
type PurchaseTarget = Target & { delivery: SupplierDelivery }

/** Sends a unit for the first time, unless an incident holds the order or the purchase would make a loss. */
async function sendIfAllowed(deps: RunDeps, order: OrderDoc, target: PurchaseTarget): Promise<Progress> {
  const hold = await holdIfIncident(deps, order)
  if (hold !== 'continue') return hold === 'moved' ? loadOrder(order._id) : finished
  const message = await lossOf(deps, order)
  if (message !== undefined) {
    return recordUnitAnswer(deps, order, { ...target, answer: { kind: 'below_cost', message } })
  }
  return sendUnit(deps, order, target)
}

/**
 * Buys one unit, or retries an unclear purchase under its reference, if its account may be called now. The attempt is
 * committed before the supplier is called.
 */
async function sendUnit(
  deps: RunDeps,
  order: OrderDoc,
  { delivery, ...target }: PurchaseTarget,
): Promise<Progress> {
  const { input1, input2, due } = order
  const { index, unit } = target
  const purchase = await purchaseUnit(deps, {
    delivery,
    input1,
    input2,
    index,
    unit,
    orderId: String(order._id),
    port: batchUnits(deps),
    isStillDue: async () => {
      const current = await readOrder(order._id)
      return current !== undefined && isOpenTask(current, due.fulfil.seq)
    },
    commit: (evidence) => markSending(deps, order, { index, unit, evidence }),
  })
  if (purchase.kind === 'superseded') return finished
  if (purchase.kind === 'deferred') {
    // The account did not answer a balance query: that counts for the release as a failed call.
    if (purchase.isUnresponsive)
      await recordReleaseResult(deps, order, { sentAt: deps.clock.now(), isGood: false })
    return { retryAt: await deferForSupplier(deps, order, purchase) }
  }
  const { committed, outcome } = purchase
  const sentUnit = committed.units[index] as IUnit
  const progress = await recordUnitAnswer(deps, committed, { ...target, unit: sentUnit, answer: outcome })
  await recordReleaseResult(deps, order, { sentAt: sentUnit.sentAt, isGood: isHealthyPurchase(outcome) })
  return progress
}

async function lookUpAndRecord(deps: RunDeps, order: OrderDoc, target: Target): Promise<Progress> {
  const askedAt = deps.clock.now()
  const lookup = await lookUpAtAccount(deps, target)
  if (lookup.kind === 'superseded') return finished
  if (lookup.kind === 'deferred') return { retryAt: await deferForSupplier(deps, order, lookup) }
  const { answer } = lookup
  const progress = await recordUnitAnswer(deps, order, { ...target, answer, askedAt })
  await recordReleaseResult(deps, order, { sentAt: target.unit.sentAt, isGood: isHealthyResult(answer) })
  return progress
}

/** The account that the unit was sent to. `nextFulfilStep` has found it configured. */
function accountOf({ suppliers }: RunDeps, { supplier, unit }: Target): Supplier {
  const account = suppliers.accountOf(supplier, unit.accountId)
  if (!account) throw new Error(`${unit.ref} was sent to an account that is not configured`)
  return account
}

/** Queries the purchase at the account that it was sent to. */
function lookUpAtAccount(deps: RunDeps, target: Target) {
  const { unit } = target
  const account = accountOf(deps, target)
  return lookupPurchase(deps, account, () =>
    account.lookupPurchase({ unitRef: unit.ref, supplierOrderId: unit.supplierOrderId || undefined }),
  )
}

/** Settles the purchase batch of the unit, with every unclear purchase in it; one order does so for all. */
async function settleUnit(deps: RunDeps, order: OrderDoc, target: Target): Promise<Progress> {
  if (deps.shutdownSignal?.aborted) return finished
  const { index, unit, supplier } = target
  // A newer batch is open: this one was settled, perhaps by another process.
  const isSettled = ({ batch }: { batch: number }) => batch !== unit.batch
  const settlement = await settleBatch(deps, { supplier, port: batchUnits(deps), isSettled })
  const soon = new Date(deps.clock.now().getTime() + 500)
  if (settlement.kind !== 'opened') return { retryAt: settlement.kind === 'wait' ? settlement.until : soon }
  const progress = await loadOrder(order._id)
  const after = 'order' in progress ? progress.order.units[index] : undefined
  if (after?.state !== 'unknown' || after.batch !== unit.batch || after.attempt !== unit.attempt)
    return progress
  // The settlement could not determine this unit, and no later reading will.
  const message = 'The balance can’t show the outcome'
  return recordUnitAnswer(deps, order, { ...target, answer: { kind: 'unknown', message, isFinal: true } })
}

const lostAnswer: SupplierAnswer = {
  kind: 'unknown',
  message: 'The supplier’s answer was lost',
}

/**
 * Asks the supplier at once about a purchase whose process crashed, really or apparently, before the answer. "Bought"
 * counts immediately, "not found" only later, because the call may still be in flight.
 */
async function recoverUnit(deps: RunDeps, order: OrderDoc, target: Target): Promise<Progress> {
  const askedAt = deps.clock.now()
  const lookup = await lookUpAtAccount(deps, target)
  if (lookup.kind === 'superseded') return finished
  const isConfirmed = lookup.kind === 'answered' && isBought(lookup.answer)
  const answer: SupplierAnswer = isConfirmed ? lookup.answer : lostAnswer
  const progress = await recordUnitAnswer(deps, order, { ...target, answer, askedAt })
  if (isConfirmed)
    await recordReleaseResult(deps, order, { sentAt: target.unit.sentAt, isGood: isHealthyResult(answer) })
  return progress
}

const isBought = ({ kind }: SupplierAnswer) =>
  kind === 'delivered' || kind === 'accepted' || kind === 'returned'

async function recordUnitAnswer(
  deps: RunDeps,
  order: OrderDoc,
  target: Target & { answer: SupplierAnswer; askedAt?: Date },
): Promise<Progress> {
  const recorded = await recordSupplierAnswer(deps, order, { ...target, run: deps.run })
  // A concurrent run has recorded this unit's answer; the rest may still be this run's.
  if (!recorded) return loadOrder(order._id)
  const { supplier } = target
  if (recorded.wasUnclear && supplier.evidence === 'balance') await settleOpenBatch(deps, supplier)
  const after = afterRecording(recorded, {
    evidence: supplier.evidence,
    canPoll: deps.polls !== undefined && !deps.isPoll,
    now: deps.clock.now(),
  })
  switch (after.kind) {
    case 'continue':
      return { order: recorded.order }
    case 'poll':
      await schedulePoll(deps, supplier.name, { orderId: order._id, at: after.at })
      return finished
    case 'end':
      return { retryAt: after.retryAt }
    default:
      return after satisfies never
  }
}

/** A late answer may have determined what the account's open batch waits for. */
const settleOpenBatch = (deps: RunDeps, supplier: Supplier) =>
  settleBatch(deps, { supplier, port: batchUnits(deps), isSettled: ({ isOpen }) => isOpen })

/** Schedules a poll. While Redis is unavailable the sweeper enqueues it instead. */
async function schedulePoll(
  { polls, log }: Pick<FulfilDeps, 'polls' | 'log'>,
  account: string,
  { orderId, at }: { orderId: string; at: Date },
): Promise<void> {
  await polls?.plan(account, orderId, at).catch((error: unknown) => {
    log.warn({ orderId: orderId, err: String(error) }, 'poll not scheduled')
  })
}

/**
 * Runs the lookup of an order's next unit at its supplier, for the account's poller.
 * @returns the order to continue with; when to poll it again; or neither, if another task continues the order
 */
export async function lookUpDue(deps: FulfilDeps, order: OrderDoc): Promise<Progress> {
  const { seq } = order.due.fulfil
  const step = decideStep(deps, order, seq)
  if (step.kind !== 'lookup' && step.kind !== 'account_missing') return finished
  return takeUnitStep({ ...deps, run: seq, isPoll: true }, order, step)
}
