import { isDeepStrictEqual } from 'node:util'
import { supplierNameFor } from '../../../contracts/api-types.ts'
import type { PendingReasonKind } from '../../../contracts/pending-reasons.ts'
import { retryUntilSuccess } from '../../../platform/retry-until-success.ts'
import type { Supplier } from '../../../providers/suppliers/supplier.ts'
import type { Deps } from '../../deps.ts'
import {
  type AfterAnswer,
  applyAnswer,
  type IUnit,
  inFlightUntil,
  isConflict,
  mergeUnit,
  type SupplierAnswer,
} from '../../purchasing/index.ts'
import { changeOrder, completeOrder, rescheduleTask } from '../change/change-order.ts'
import type { PublishDeps } from '../change/publish-order.ts'
import { unchangedSinceRead } from '../change/staff-action.ts'
import type { OrderEdit } from '../change/transition-order.ts'
import { readOrder } from '../model/find-order.ts'
import type { OrderDoc } from '../model/order-model.ts'
import { type OrderGuard, type OrderSet, setUnit, unitIs } from '../model/order-update.ts'
import { settleLateOffer } from '../refund/refund-late-order.ts'
import { refundOrder } from '../refund/refund-order.ts'
import { isRefundChosen, mayArrive } from '../rules/late-offer.ts'
import { pendingReasonOf } from '../rules/pending-reason.ts'
import { isRedelivery } from '../rules/redelivery-rules.ts'
import { rejectionReason } from '../rules/rejection-reason.ts'
import { type SecretsPatch, storeCodes, unlessStored } from '../vault/store-secrets.ts'
import { recordLateAnswer, recordUnexpectedDelivery } from './record-late-answer.ts'

type AnswerDeps = Pick<Deps, 'clock' | 'env' | 'queues' | 'publisher' | 'log' | 'purchaseLog'>

type SupplierAnswerInput = {
  index: number
  unit: IUnit
  supplier: Pick<Supplier, 'evidence'>
  answer: SupplierAnswer
  /** When the supplier was asked; now if omitted. */
  askedAt?: Date | undefined
} & Pick<AnswerInput, 'run'>

/**
 * Records a supplier's answer in its order. The answer cannot be requested again, so it is logged before the
 * write (without codes, which are the customer's alone), and the write is retried while the database is
 * unavailable, until the process stops.
 * @returns the result of `writeSupplierAnswer`
 */
export async function recordSupplierAnswer(
  deps: AnswerDeps,
  order: OrderDoc,
  { index, unit, supplier, answer, askedAt, run }: SupplierAnswerInput,
): Promise<RecordedAnswer | undefined> {
  const isGood = answer.kind === 'delivered' || answer.kind === 'accepted'
  deps.log[isGood ? 'info' : 'warn'](
    { step: 'answered', orderId: order._id, unit: unit.ref, attempt: unit.attempt, answer },
    answer.kind === 'below_cost' ? 'purchase held back' : 'supplier’s answer',
  )
  const now = deps.clock.now()
  const { evidence } = supplier
  const callEndsAt = inFlightUntil(deps.env, unit)
  const result = applyAnswer(unit, answer, {
    now,
    evidence,
    callEndsAt,
    askedAt: askedAt ?? now,
    pollMs: deps.env.SUPPLIER_POLL_MS,
  })
  const secretsPatch = storeCodes(deps, { orderId: order._id, unit }, answer)
  const recorded = await retryUntilSuccess(() =>
    writeSupplierAnswer(deps, order, { index, attempt: unit.attempt, ...result, secretsPatch, run }),
  )
  const account = supplierNameFor(order.item.apiType)
  if (recorded && account && answer.kind !== 'below_cost') {
    deps.purchaseLog.addPurchase({ account, unit: result.unit, revision: recorded.order.revision })
  }
  return recorded
}

type RecordDeps = PublishDeps & Pick<Deps, 'log'>

type AnswerInput = {
  index: number
  attempt: number
  unit: IUnit
  after: AfterAnswer
  /** The codes that came with a delivery. */
  secretsPatch?: SecretsPatch | undefined
  /** The `seq` of the run that made the call, if its job can be delayed and continue with what is left. */
  run?: number | undefined
}

/** `wasUnclear`: the outcome of the unit's purchase was unknown before this answer. */
type RecordedAnswer = {
  order: OrderDoc
  canContinue: boolean
  retryAt?: Date | undefined
  wasUnclear?: boolean
}

const maxRaces = 10

/**
 * Merges a supplier's answer into the unit in the database (`mergeUnit`). A lost race reads and merges again.
 * @param order as read when the supplier was called
 * @returns the order afterwards, and whether its next unit may be bought now or when the run continues;
 * undefined when the order already has this answer or a better one
 */
async function writeSupplierAnswer(
  deps: RecordDeps,
  order: OrderDoc,
  answer: AnswerInput,
): Promise<RecordedAnswer | undefined> {
  const read = order.units[answer.index]
  let now: OrderDoc | undefined = order
  for (let race = 0; now && race < maxRaces; race += 1) {
    const unit = mergedUnit(now, answer, read)
    const recorded = unit && (await recordInOpenOrder(deps, now, { ...answer, unit }))
    if (recorded) return { ...recorded, wasUnclear: now.units[answer.index]?.state === 'unknown' }
    const late = await recordLateAnswer(deps, order._id, answer)
    if (late) return { order: late, canContinue: false }
    now = await readOrder(order._id)
    if (now?.status === 'Processing' && mergedUnit(now, answer, read)) continue
    await reportUnexpectedDelivery(deps, now, answer)
    return undefined
  }
  throw new Error(`${order._id} changed each time an answer was to be written`)
}

/** The unit to store in an open order; undefined when it stays as it is. */
function mergedUnit(
  { status, units }: OrderDoc,
  { index, unit }: AnswerInput,
  read: IUnit | undefined,
): IUnit | undefined {
  const current = units[index]
  const merged = current && status === 'Processing' ? mergeUnit(current, unit, read) : 'keep'
  // An admin may have delivered the unit another way: this rejection is shown to them and refunds nothing.
  const isLateRejection = current?.state === 'delivered' && merged !== 'keep' && merged.state === 'rejected'
  return merged === 'keep' || isLateRejection ? undefined : merged
}

/** @returns undefined when the order or the unit has changed since it was read, or the order has ended */
async function recordInOpenOrder(
  deps: RecordDeps,
  order: OrderDoc,
  answer: AnswerInput,
): Promise<RecordedAnswer | undefined> {
  const ended = await endOrderWith(deps, order, answer)
  if (ended) return { order: ended, canContinue: false }
  const kept = await keepOpen(deps, order, answer)
  if (!kept) return undefined
  const settled = await settleLateOffer(deps, kept.open)
  const isOurs = !kept.isNewerTask && (!settled || settled.kind === 'changed')
  const canContinue = isOurs && answer.after.next === 'continue'
  const after = settled?.kind === 'ended' ? settled.order : kept.open
  return { order: after, canContinue, retryAt: isOurs ? kept.retryAt : undefined }
}

/** Writes an answer that ends the order together with the transition that it causes. */
async function endOrderWith(
  deps: RecordDeps,
  order: OrderDoc,
  answer: AnswerInput,
): Promise<OrderDoc | undefined> {
  const others = order.units.filter((_unit, index) => index !== answer.index)
  const change = {
    by: 'system' as const,
    actor: 'supplier',
    set: setUnit(answer.index, answer.unit),
    guard: unitAsRead(order, answer),
    ...unlessStored(order, answer.secretsPatch),
  }
  if (answer.unit.state === 'delivered' && others.every((unit) => unit.state === 'delivered')) {
    return completeOrder(deps, order, change)
  }
  const nothingDelivered = others.every((unit) => unit.state === 'planned')
  // Of a restored order that may have been bought since, a person decides.
  const canArrive = [...others, answer.unit].some(mayArrive)
  // A pending completion by an admin is not ended by an answer.
  if (answer.after.next === 'rejected' && nothingDelivered && !canArrive && !order.pendingCompletion) {
    const guard = { ...change.guard, pendingCompletion: null }
    const rejection = { ...change, guard, reason: rejectionReason(order, answer.unit) }
    if (!isRedelivery(order)) return refundOrder(deps, order, rejection)
    return changeOrder(deps, order, { ...rejection, to: 'Cancelled', at: deps.clock.now() })
  }
  return undefined
}

/**
 * A refund that the customer chooses during the call must not be lost: the write fails and the choice is
 * settled next.
 */
const choiceAsRead = (order: OrderDoc): OrderGuard =>
  isRefundChosen(order) ? {} : { 'lateOffer.choice': { $ne: 'refund' } }

/** The unit is unchanged since the merge. */
function unitAsRead(order: OrderDoc, { index }: AnswerInput): OrderGuard {
  const { attempt, state, ref, supplierOrderId, batch } = order.units[index] as IUnit
  return unitIs(index, { attempt, state, ref, supplierOrderId, batch })
}

/**
 * The task that the rest of the order belongs to: that of this run, with a delayed job; that of a newer seq;
 * or, if undefined, a new one.
 */
type TaskGuard = { keeps: number } | { newerThan: number } | undefined

async function keepOpen(
  deps: RecordDeps,
  order: OrderDoc,
  answer: AnswerInput,
): Promise<{ open: OrderDoc; retryAt?: Date | undefined; isNewerTask: boolean } | undefined> {
  const { run, after } = answer
  const ownGuards: TaskGuard[] =
    run === undefined || !continuesLater(after) ? [] : [{ keeps: run }, { newerThan: run }]
  for (const taskGuard of [...ownGuards, undefined]) {
    const { guard: taskConditions, ...edit } = openEdit(deps, order, { ...answer, taskGuard })
    const guard = {
      status: 'Processing' as const,
      ...unitAsRead(order, answer),
      ...choiceAsRead(order),
      ...taskConditions,
    }
    const step = { guard, ...edit, ...unlessStored(order, answer.secretsPatch) }
    const invisible = hasNoVisibleChange(order, answer, step)
      ? await rescheduleTask(deps, order, { ...step, guard: { ...guard, ...unchangedSinceRead(order) } })
      : undefined
    const open = invisible ?? (await changeOrder(deps, order, step))
    if (open) {
      const isNewerTask = taskGuard !== undefined && 'newerThan' in taskGuard
      return { open, retryAt: edit.set?.['due.fulfil.at'] ?? undefined, isNewerTask }
    }
  }
  return undefined
}

/**
 * Whether a poll found no change: it is then not published, and does not invalidate an admin's decision about
 * the order as shown. A change of the displayed next poll counts as a change.
 */
function hasNoVisibleChange(
  order: OrderDoc,
  { index, unit }: AnswerInput,
  { set, push }: OrderEdit,
): boolean {
  const isTimeShown =
    order.pendingReason?.kind !== 'in_progress' && order.pendingReason?.kind !== 'supplier_review'
  if (isTimeShown || push || !isDeepStrictEqual(set?.pendingReason, order.pendingReason)) return false
  return isDeepStrictEqual({ ...order.units[index], retryCount: 0 }, { ...unit, retryCount: 0 })
}

const continuesLater = ({ next }: AfterAnswer) => next === 'wait' || next === 'continue'

function openEdit(
  deps: RecordDeps,
  order: OrderDoc,
  { index, after, unit, taskGuard }: AnswerInput & { taskGuard: TaskGuard },
): Pick<OrderEdit, 'set' | 'due'> & { guard?: OrderGuard } {
  const now = deps.clock.now()
  const set = setUnit(index, unit)
  if (after.next === 'continue') {
    if (taskGuard || order.due.fulfil.at) return withTaskGuard({ set }, taskGuard, now)
    return awaitsAdmin(order.units.with(index, unit)) ? { set } : resumedEdit(set, now)
  }
  const kind = pendingReasonKind(after)
  const since = order.pendingReason?.kind === kind ? order.pendingReason.since : now
  const nextTry = after.next === 'wait' ? new Date(now.getTime() + after.waitMs) : null
  const pendingReason = pendingReasonOf(kind, { since, detail: unit.message, nextTry })
  // A chosen refund is scheduled, so that it does not depend on this process: no other task would settle it.
  const refundAt = isRefundChosen(order) && !mayArrive(unit) ? now : null
  if (nextTry && taskGuard) return withTaskGuard({ set: { ...set, pendingReason } }, taskGuard, nextTry)
  return { set: { ...set, pendingReason }, due: { fulfil: nextTry ?? refundAt } }
}

/** Whether an admin must resolve the next unit: no task is due, and the unit must not be bought. */
function awaitsAdmin(units: readonly IUnit[]): boolean {
  const next = units.find(({ state }) => state !== 'delivered')
  return next !== undefined && next.state !== 'planned'
}

/** The task had been cleared when the unit was rejected: the other units are bought now. */
const resumedEdit = (set: OrderSet, now: Date): Pick<OrderEdit, 'set' | 'due'> => ({
  set: { ...set, pendingReason: pendingReasonOf('in_progress', { since: now }) },
  due: { fulfil: now },
})

/** With the same `seq` the calling job continues. A task of a newer seq is not delayed. */
function withTaskGuard(
  { set }: { set: OrderSet },
  taskGuard: TaskGuard,
  at: Date,
): Pick<OrderEdit, 'set'> & { guard?: OrderGuard } {
  if (!taskGuard) return { set }
  if ('newerThan' in taskGuard) {
    return { set, guard: { 'due.fulfil.seq': { $ne: taskGuard.newerThan }, 'due.fulfil.at': { $ne: null } } }
  }
  return { set: { ...set, 'due.fulfil.at': at }, guard: { 'due.fulfil.seq': taskGuard.keeps } }
}

function pendingReasonKind(after: Exclude<AfterAnswer, { next: 'continue' }>): PendingReasonKind {
  switch (after.next) {
    case 'wait':
      return after.reason
    case 'rejected':
      return 'partly_delivered'
    case 'needs_action':
      return after.reason ?? 'outcome_unknown'
    default:
      return after satisfies never
  }
}

/** A delivery that the order neither accepts nor has recorded is shown to an admin. */
async function reportUnexpectedDelivery(
  deps: RecordDeps,
  order: OrderDoc | undefined,
  answer: AnswerInput,
): Promise<void> {
  const current = order?.units[answer.index]
  if (order && current && isConflict(current, answer.unit))
    await recordUnexpectedDelivery(deps, order._id, answer)
}
