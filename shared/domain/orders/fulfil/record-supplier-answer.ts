import { isDeepStrictEqual } from 'node:util'
import { supplierNameFor } from '../../../contracts/api-types.ts'
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
import type { OrderDoc, PendingReasonKind } from '../model/order-model.ts'
import { type OrderGuard, type OrderSet, setUnit, unitIs } from '../model/order-update.ts'
import { settleLateOffer } from '../refund/refund-late-order.ts'
import { refundOrder } from '../refund/refund-order.ts'
import { isRefundChosen } from '../rules/late-offer.ts'
import { isAtSupplier } from '../rules/open-units.ts'
import { pendingReasonOf } from '../rules/pending-reason.ts'
import { isRedelivery } from '../rules/redelivery-rules.ts'
import { type SecretsPatch, storeCodes, unlessStored } from '../vault/store-secrets.ts'
import { recordLateAnswer, recordUnexpectedDelivery } from './record-late-answer.ts'

type AnswerDeps = Pick<Deps, 'clock' | 'env' | 'queues' | 'publisher' | 'log' | 'purchaseLog'>

type Answered = {
  index: number
  unit: IUnit
  supplier: Pick<Supplier, 'evidence'>
  answer: SupplierAnswer
  /** When the supplier was asked, where that is not just now. */
  askedAt?: Date | undefined
} & Pick<AnswerInput, 'run'>

/**
 * Brings what is known about a pack into its order. An answer cannot be asked for again: it is logged before it is written, all
 * but the codes that are the customer's alone, and writing goes on for as long as the process lives while the database is away.
 * @returns what `writeSupplierAnswer` does
 */
export async function recordSupplierAnswer(
  deps: AnswerDeps,
  order: OrderDoc,
  { index, unit, supplier, answer, askedAt, run }: Answered,
): Promise<RecordedAnswer | undefined> {
  const isGood = answer.kind === 'delivered' || answer.kind === 'accepted'
  deps.log[isGood ? 'info' : 'warn'](
    { orderid: String(order._id), unit: unit.ref, attempt: unit.attempt, answer },
    answer.kind === 'below_cost' ? 'purchase held back' : 'supplier’s answer',
  )
  const now = deps.clock.now()
  const { evidence } = supplier
  const callEndsAt = inFlightUntil(deps.env, unit)
  const result = applyAnswer(unit, answer, {
    ...{ now, evidence, callEndsAt, askedAt: askedAt ?? now },
    pollMs: deps.env.SUPPLIER_POLL_MS,
  })
  const secretsPatch = storeCodes(deps, unit, answer)
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
  /** What came with a delivery for the customer to read. */
  secretsPatch?: SecretsPatch | undefined
  /** The `seq` of the run that asked, if its job can be put off and come back for what is left. */
  run?: number | undefined
}

/** `wasUnclear`: nothing was known of the unit's call before this answer. */
type RecordedAnswer = {
  order: OrderDoc
  canContinue: boolean
  retryAt?: Date | undefined
  wasUnclear?: boolean
}

const maxRaces = 10

/**
 * Records a supplier's answer: what `mergeUnit` makes of it and of the unit in the database. A lost race reads and merges again.
 * @param order as it was read when the supplier was asked
 * @returns the order afterwards and whether its next unit may be bought now, or when the run comes back to ask; undefined
 * when the order knows this or better already
 */
async function writeSupplierAnswer(
  deps: RecordDeps,
  order: OrderDoc,
  answer: AnswerInput,
): Promise<RecordedAnswer | undefined> {
  const read = order.units[answer.index]
  let now: OrderDoc | undefined = order
  for (let race = 0; now && race < maxRaces; race += 1) {
    const unit = mergedInto(now, answer, read)
    const recorded = unit && (await recordOpen(deps, now, { ...answer, unit }))
    if (recorded) return { ...recorded, wasUnclear: now.units[answer.index]?.state === 'unknown' }
    const closed = await recordLateAnswer(deps, order._id, answer)
    if (closed) return { order: closed, canContinue: false }
    now = await readOrder(order._id)
    if (now?.status === 'Processing' && mergedInto(now, answer, read)) continue
    await reportUnexpectedDelivery(deps, now, answer)
    return undefined
  }
  throw new Error(`${order._id} changed each time an answer was to be written`)
}

/** The unit to store in an open order; undefined where it stays as it is. */
function mergedInto(
  { status, units }: OrderDoc,
  { index, unit }: AnswerInput,
  read: IUnit | undefined,
): IUnit | undefined {
  const known = units[index]
  const merged = known && status === 'Processing' ? mergeUnit(known, unit, read) : 'keep'
  // A person may have delivered it another way: this end is put in front of them, and refunds nothing.
  const isDenied = known?.state === 'delivered' && merged !== 'keep' && merged.state === 'rejected'
  return merged === 'keep' || isDenied ? undefined : merged
}

/** @returns undefined when the order or the unit is no longer as read, or the order has ended */
async function recordOpen(
  deps: RecordDeps,
  order: OrderDoc,
  answer: AnswerInput,
): Promise<RecordedAnswer | undefined> {
  const ended = await endWith(deps, order, answer)
  if (ended) return { order: ended, canContinue: false }
  const left = await leaveOpen(deps, order, answer)
  if (!left) return undefined
  const settled = await settleLateOffer(deps, left.open)
  const isOurs = !left.isAnothers && (!settled || settled.moved === true)
  const canContinue = isOurs && answer.after.next === 'continue'
  return { order: settled?.over ?? left.open, canContinue, retryAt: isOurs ? left.retryAt : undefined }
}

/** The answer that ends an order is written in the same step as the move it causes. */
async function endWith(
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
  // What a person has delivered, and can still take back, is theirs to end.
  if (answer.after.next === 'rejected' && nothingDelivered && !order.pendingCompletion) {
    const guard = { ...change.guard, pendingCompletion: null }
    const refusal = { ...change, guard, reason: answer.unit.message }
    if (!isRedelivery(order)) return refundOrder(deps, order, refusal)
    return changeOrder(deps, order, { ...refusal, to: 'Cancelled', at: deps.clock.now() })
  }
  return undefined
}

/** A refund that is asked for while the answer is under way must not be missed by it: it is what comes next. */
const choiceAsRead = (order: OrderDoc): OrderGuard =>
  isRefundChosen(order) ? {} : { 'lateOffer.choice': { $ne: 'refund' } }

/** The unit is as it was merged with. */
function unitAsRead(order: OrderDoc, { index }: AnswerInput): OrderGuard {
  const { attempt, state, ref, supplierOrderId, batch } = order.units[index] as IUnit
  return unitIs(index, { attempt, state, ref, supplierOrderId, batch })
}

/** Whose the work is that is left: this run's, whose job is put off; somebody's who is newer; or of nobody yet. */
type TaskGuard = { keeps: number } | { newerThan: number } | undefined

async function leaveOpen(
  deps: RecordDeps,
  order: OrderDoc,
  answer: AnswerInput,
): Promise<{ open: OrderDoc; retryAt?: Date | undefined; isAnothers: boolean } | undefined> {
  const { run, after } = answer
  const ours: TaskGuard[] = run === undefined || !comesBack(after) ? [] : [{ keeps: run }, { newerThan: run }]
  for (const taskGuard of [...ours, undefined]) {
    const { guard: taskConditions, ...edit } = openEdit(deps, order, { ...answer, taskGuard })
    const guard = {
      status: 'Processing' as const,
      ...unitAsRead(order, answer),
      ...choiceAsRead(order),
      ...taskConditions,
    }
    const step = { guard, ...edit, ...unlessStored(order, answer.secretsPatch) }
    const unseen = showsNothing(order, answer, step)
      ? await rescheduleTask(deps, order, { ...step, guard: { ...guard, ...unchangedSinceRead(order) } })
      : undefined
    const open = unseen ?? (await changeOrder(deps, order, step))
    if (open) {
      const isAnothers = taskGuard !== undefined && 'newerThan' in taskGuard
      return { open, retryAt: edit.set?.['due.fulfil.at'] ?? undefined, isAnothers }
    }
  }
  return undefined
}

/**
 * Whether a look found what the one before had: nobody is told then, and what an admin decides meanwhile about the order
 * as it stands is not refused for it. Where a time is shown for the next look, that is news.
 */
function showsNothing(order: OrderDoc, { index, unit }: AnswerInput, { set, push }: OrderEdit): boolean {
  const isTimeShown =
    order.pendingReason?.kind !== 'in_progress' && order.pendingReason?.kind !== 'supplier_review'
  if (isTimeShown || push || !isDeepStrictEqual(set?.pendingReason, order.pendingReason)) return false
  return isDeepStrictEqual({ ...order.units[index], retryCount: 0 }, { ...unit, retryCount: 0 })
}

const comesBack = ({ next }: AfterAnswer) => next === 'wait' || next === 'continue'

function openEdit(
  deps: RecordDeps,
  order: OrderDoc,
  { index, after, unit, taskGuard }: AnswerInput & { taskGuard: TaskGuard },
): Pick<OrderEdit, 'set' | 'due'> & { guard?: OrderGuard } {
  const now = deps.clock.now()
  const set = setUnit(index, unit)
  if (after.next === 'continue') {
    if (taskGuard || order.due.fulfil.at) return withTaskGuard({ set }, taskGuard, now)
    return awaitsPerson(order.units.with(index, unit)) ? { set } : resumed(set, now)
  }
  const kind = pendingReasonKind(after)
  const since = order.pendingReason?.kind === kind ? order.pendingReason.since : now
  const nextTry = after.next === 'wait' ? new Date(now.getTime() + after.waitMs) : null
  const pendingReason = pendingReasonOf(kind, { since, detail: unit.message, nextTry })
  // What nothing else would come back for: the refund does not depend on this process living on.
  const refundAt = isRefundChosen(order) && !isAtSupplier(unit) ? now : null
  if (nextTry && taskGuard) return withTaskGuard({ set: { ...set, pendingReason } }, taskGuard, nextTry)
  return { set: { ...set, pendingReason }, due: { fulfil: nextTry ?? refundAt } }
}

/** Nothing is due, and the next unit is not to be bought: a person answers for it first. */
function awaitsPerson(units: readonly IUnit[]): boolean {
  const next = units.find(({ state }) => state !== 'delivered')
  return next !== undefined && next.state !== 'planned'
}

/** No work is due any more, because the unit had been rejected: what is left is bought now. */
const resumed = (set: OrderSet, now: Date): Pick<OrderEdit, 'set' | 'due'> => ({
  set: { ...set, pendingReason: pendingReasonOf('in_progress', { since: now }) },
  due: { fulfil: now },
})

/** The same `seq`: the job that asked is the one that comes back. What is due by a newer one is not put off. */
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

/** What the order neither takes nor knows, and what has an effect, is put in front of a person. */
async function reportUnexpectedDelivery(
  deps: RecordDeps,
  order: OrderDoc | undefined,
  answer: AnswerInput,
): Promise<void> {
  const known = order?.units[answer.index]
  if (order && known && isConflict(known, answer.unit))
    await recordUnexpectedDelivery(deps, order._id, answer)
}
