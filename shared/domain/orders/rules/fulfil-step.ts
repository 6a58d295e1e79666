import { maxEnqueueAheadMs } from '../../../platform/document-job.ts'
import type { Task } from '../../../platform/due-tasks.ts'
import type { Env } from '../../../platform/env.ts'
import type { Evidence } from '../../../providers/suppliers/supplier.ts'
import { type IUnit, inFlightUntil, nextUnitStep } from '../../purchasing/index.ts'
import type { OrderDoc } from '../model/order-model.ts'
import { afterPendingCompletion, isRefundChosen, lateRefundTerms } from './late-offer.ts'
import { isAwaitingAnswer } from './open-units.ts'

/** What a run of an order's fulfilment task does next. */
export type FulfilStep =
  /** Another task continues the order, an admin must act, or nothing is left to do. */
  | { kind: 'nothing' }
  /** The order has ended: its units that a supplier had at its end are polled. */
  | { kind: 'follow_up' }
  /** An admin's completion can still be undone: nothing is bought or looked up until then. */
  | { kind: 'await_completion'; until: Date }
  /** The customer has chosen the refund, and no supplier's answer comes before it. */
  | { kind: 'late_refund' }
  | { kind: 'complete' }
  | UnitStep
  /** The call for a unit may still be in flight: its result cannot be read before. */
  | { kind: 'await_call'; until: Date }

/** A step for one unit. */
export type UnitStep = { index: number; unit: IUnit } & (
  | { kind: 'send' }
  /** Purchases again under the same reference, which shows the result of the previous attempt. */
  | { kind: 'retry' }
  | { kind: 'lookup' }
  /** Reads the balance of the account for the unit's batch. */
  | { kind: 'settle' }
  /** An orphaned attempt: its process crashed between call and answer. The supplier can be asked about it. */
  | { kind: 'recover' }
  /** An orphaned attempt that the supplier cannot be asked about. */
  | { kind: 'answer_lost' }
  /** Restored from a backup: its outcome becomes unknown, so that it is not bought blindly. */
  | { kind: 'verify' }
  /** The unit was sent to an account that is not configured any more. */
  | { kind: 'account_missing' }
)

export type FulfilTask = {
  /** The task of this run; another value than the order's means that a newer task continues the order. */
  seq: number
  now: Date
  /** Undefined: no supplier delivers this order. */
  supplier: SupplierFacts | undefined
  env: Pick<Env, 'SUPPLIER_TIMEOUT_MS' | 'SUPPLIER_LATE_MS'>
}

type SupplierFacts = { evidence: Evidence; hasAccount(accountId: string): boolean }

type FulfilOrder = Pick<
  OrderDoc,
  | 'status'
  | 'delivery'
  | 'units'
  | 'pendingCompletion'
  | 'lateOffer'
  | 'assignee'
  | 'pricePaise'
  | 'partlyRefundedPaise'
> & { due: { fulfil: Task } }

/** Pure. */
export function nextFulfilStep(order: FulfilOrder, task: FulfilTask): FulfilStep {
  if (!isCurrentTask(order, task.seq)) return nothing
  if (order.status !== 'Processing') return { kind: 'follow_up' }
  if (order.pendingCompletion) {
    return { kind: 'await_completion', until: afterPendingCompletion(order.pendingCompletion, task.now) }
  }
  if (isRefundChosen(order) && !mustAwaitSupplier(order, task.now)) return { kind: 'late_refund' }
  if (order.delivery === 'manual' || !task.supplier) return nothing
  return stepForUnits(order.units, { ...task, supplier: task.supplier })
}

const nothing: FulfilStep = { kind: 'nothing' }

/** Whether the order is open and the task is its newest, due now or later. */
export const isOpenTask = (order: FulfilOrder, seq: number): boolean =>
  order.status === 'Processing' && isCurrentTask(order, seq)

/** A manual delivery has this task only if its customer has chosen the refund. */
const isCurrentTask = (order: FulfilOrder, seq: number): boolean =>
  (order.delivery === 'instant' || isRefundChosen(order)) &&
  order.due.fulfil.seq === seq &&
  order.due.fulfil.at !== null

function mustAwaitSupplier(order: FulfilOrder, now: Date): boolean {
  const terms = lateRefundTerms(order, now)
  return terms.kind === 'later' && terms.waitingFor === 'supplier'
}

function stepForUnits(
  units: readonly IUnit[],
  { supplier, env, now }: FulfilTask & { supplier: SupplierFacts },
): FulfilStep {
  const step = nextUnitStep(units, supplier.evidence)
  if (step.kind === 'all_delivered') return { kind: 'complete' }
  // The answer that blocks the unit has ended the task and set the pending reason.
  if (step.kind === 'blocked') return nothing
  const { index } = step
  const unit = units[index] as IUnit
  const hasAccount = supplier.hasAccount(unit.accountId)
  switch (step.kind) {
    case 'send':
    case 'settle':
    case 'verify':
      return { kind: step.kind, index, unit }
    case 'lookup':
    case 'retry':
      return { kind: hasAccount ? step.kind : 'account_missing', index, unit }
    case 'orphaned': {
      if (!hasAccount) return { kind: 'account_missing', index, unit }
      if (supplier.evidence === 'lookup') return { kind: 'recover', index, unit }
      const until = inFlightUntil(env, unit)
      if (supplier.evidence === 'balance' && now < until) return { kind: 'await_call', until }
      return { kind: 'answer_lost', index, unit }
    }
    default:
      return step satisfies never
  }
}

/** A job that starts this much before its due time is not delayed. */
const earlyMs = 100
/** A clock with a larger error is broken: the job would be delayed over and over, and the sweeper enqueues it in time. */
const maxEarlyMs = 5_000

/**
 * Pure. A job can start early if another machine's clock is ahead. An orphaned attempt is recovered at any time.
 * @returns `on_time`, or when the job starts again; `retryAt` undefined: that is left to the sweeper
 */
export function startOfRun(
  order: FulfilOrder,
  { seq, now }: Pick<FulfilTask, 'seq' | 'now'>,
): { kind: 'on_time' } | { kind: 'early'; retryAt: Date | undefined } {
  const { at } = order.due.fulfil
  if (!isOpenTask(order, seq) || at === null || order.units.some(isAwaitingAnswer)) return { kind: 'on_time' }
  const earlyByMs = at.getTime() - now.getTime()
  if (earlyByMs <= earlyMs) return { kind: 'on_time' }
  return { kind: 'early', retryAt: earlyByMs <= maxEarlyMs ? at : undefined }
}

/** How a run continues after an answer. */
export type AfterRecording =
  | { kind: 'continue' }
  /** The account's poller queries the unit, ahead of the purchases in the queue. */
  | { kind: 'poll'; at: Date }
  /** `retryAt` undefined: another task continues the order, or the sweeper in time. */
  | { kind: 'end'; retryAt: Date | undefined }

/**
 * Pure.
 * @param canPoll whether the account has a poller, and this run is not a poll itself
 */
export function afterRecording(
  recorded: { order: Pick<OrderDoc, 'units'>; canContinue: boolean; retryAt?: Date | undefined },
  { evidence, canPoll, now }: { evidence: Evidence; canPoll: boolean; now: Date },
): AfterRecording {
  if (recorded.canContinue) return { kind: 'continue' }
  const at = recorded.retryAt
  const isPolled = canPoll && nextUnitStep(recorded.order.units, evidence).kind === 'lookup'
  if (at && isPolled) return { kind: 'poll', at }
  return { kind: 'end', retryAt: earliestRetryAt(at, now) }
}

/** Pure. @returns when a finished job's task runs again; undefined if that is left to the sweeper */
export const earliestRetryAt = (at: Date | undefined, now: Date): Date | undefined =>
  at && at.getTime() - now.getTime() <= maxEnqueueAheadMs ? at : undefined
