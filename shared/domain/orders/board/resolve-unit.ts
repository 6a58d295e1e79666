import type { ClientSession } from 'mongoose'
import { AppError } from '../../../platform/app-error.ts'
import type { Caller } from '../../accounts/index.ts'
import type { Deps } from '../../deps.ts'
import {
  type IUnit,
  inFlightUntil,
  isAwaitingReading,
  mergeUnit,
  nextReference,
} from '../../purchasing/index.ts'
import { changeOrder, completeOrder } from '../change/change-order.ts'
import { staffAction, unchangedSinceRead } from '../change/staff-action.ts'
import { findOrder } from '../model/find-order.ts'
import type { OrderDoc } from '../model/order-model.ts'
import { type OrderSet, setUnit, unitIs, unitSet } from '../model/order-update.ts'
import type { StaffAction } from '../model/staff-action-schema.ts'
import { type ApprovalInput, approvalReason, requireApproval } from '../refund/refund-approval.ts'
import { refundOrder, refundPartially } from '../refund/refund-order.ts'
import { pendingReasonOf } from '../rules/pending-reason.ts'
import { isRedelivery } from '../rules/redelivery-rules.ts'
import { refundAmountPaise } from '../rules/refund-amount.ts'
import { inOneTransaction, requireExplained } from '../unclear/require-explained.ts'
import { requireAssignable } from './assign-order.ts'
import { requireNoPendingCompletion } from './pending-completion.ts'

type ResolveDeps = Pick<Deps, 'clock' | 'env' | 'queues' | 'publisher' | 'log'>

/** `requestApproval` and `approved` are for a refund only. */
export type UnitDecision = ApprovalInput & {
  orderid: string
  /** The unit's ref. */
  unit: string
  /** The attempt that the admin saw. */
  attempt: number
  answer: 'delivered' | 'retry_unit' | 'refund'
  /** Required for `retry_unit`. */
  reason?: string | undefined
  /** With `refund`: the amount to refund instead of the suggested one, in paise. */
  amountPaise?: number | undefined
  /** An owner answers against the balance readings. */
  override?: true | undefined
  /** With `delivered`: the supplier's id of the purchase, from its own list. */
  supplierOrderId?: string | undefined
}

/** A decision and what it is applied to. */
type UnitCase = {
  order: OrderDoc
  index: number
  unit: IUnit
  admin: Caller
  decision: UnitDecision
  now: Date
  /** Writes that belong to the transaction of the decision. */
  inSameTransaction: (tx: ClientSession) => Promise<void>
}

/**
 * An admin decides about a unit that only a person can resolve: its purchase had no clear result, or it was
 * rejected after others had arrived.
 * @throws not_found, order_changed when the unit or the order has changed, transition_not_allowed,
 * order_assigned, invalid_request without a reason to retry, answer_unexplained, amount_invalid for an amount
 * that cannot be refunded, and what `requireApproval` throws
 */
export async function resolveUnit(
  deps: ResolveDeps,
  admin: Caller,
  decision: UnitDecision,
): Promise<OrderDoc> {
  requireFieldsOfAnswer(decision)
  const order = await findOrder(decision.orderid, admin)
  const now = deps.clock.now()
  const index = order.units.findIndex((unit) => unit.ref === decision.unit)
  const unit = order.units[index]
  if (!unit) throw new AppError('not_found', { field: 'unit' })
  if (order.status !== 'Processing' || unit.attempt !== decision.attempt) throw new AppError('order_changed')
  requireNoPendingCompletion(order)
  if (!answersFor(unit).length) throw new AppError('order_changed')
  if (decision.answer === 'retry_unit' && isAwaitingReading(unit)) {
    const message = 'The balance check shows the result in a few minutes. Resend only after that.'
    throw new AppError('transition_not_allowed', { message })
  }
  if (decision.answer === 'retry_unit' && unit.state === 'unknown' && now < inFlightUntil(deps.env, unit)) {
    const message = 'The purchase may still be in progress at the supplier. Send it again in a minute.'
    throw new AppError('transition_not_allowed', { message })
  }
  if (!answersFor(unit).includes(decision.answer)) throw new AppError('transition_not_allowed')
  requireAssignable(order, now, admin.userId, decision.approved?.askedBy.userId)
  const arrived = decision.answer === 'delivered'
  const explained = await requireExplained(admin, { ...decision, order, unit, arrived })
  const inSameTransaction = inOneTransaction([explained.inSameTransaction])
  const after = await applyDecision(deps, { order, index, unit, admin, decision, now, inSameTransaction })
  if (!after) throw new AppError('order_changed')
  return explained.afterwards(deps, after)
}

/**
 * A retry, which may buy the unit twice, needs a reason; an amount and an approval request belong to a
 * refund. @throws invalid_request
 */
function requireFieldsOfAnswer({ answer, reason, amountPaise, requestApproval }: UnitDecision): void {
  if (answer === 'retry_unit' && !reason?.trim()) {
    throw new AppError('invalid_request', { field: 'reason', message: 'Enter a reason for buying again.' })
  }
  if (answer !== 'refund' && amountPaise !== undefined) {
    throw new AppError('invalid_request', {
      field: 'amount',
      message: 'An amount is only needed for a refund.',
    })
  }
  if (answer !== 'refund' && requestApproval) {
    throw new AppError('invalid_request', { field: 'ask', message: 'Only refunds need approval.' })
  }
}

/** A rejected unit cannot have arrived; one that the supplier has accepted must not be bought twice. */
function answersFor({ state, supplierOrderId }: IUnit): UnitDecision['answer'][] {
  if (state === 'unknown') return ['delivered', 'retry_unit', 'refund']
  if (state === 'rejected') return ['retry_unit', 'refund']
  return state === 'sending' && supplierOrderId !== '' ? ['delivered', 'refund'] : []
}

function applyDecision(deps: ResolveDeps, unitCase: UnitCase): Promise<OrderDoc | undefined> {
  switch (unitCase.decision.answer) {
    case 'delivered':
      return markDelivered(deps, unitCase)
    case 'retry_unit':
      return retryUnit(deps, unitCase)
    case 'refund':
      return refundUnit(deps, unitCase)
    default:
      return unitCase.decision.answer satisfies never
  }
}

/** The unit as the admin saw it: the write matches nothing if the unit has changed since. */
const unitAsSeen = ({ order, index, unit }: UnitCase) => ({
  ...unchangedSinceRead(order),
  ...unitIs(index, { state: unit.state, attempt: unit.attempt }),
})

const adminTransition = (unitCase: UnitCase, decision: StaffAction) => ({
  by: 'admin' as const,
  actor: unitCase.admin.userId,
  guard: unitAsSeen(unitCase),
  decision,
  reason: unitCase.decision.reason ?? '',
  inSameTransaction: unitCase.inSameTransaction,
})

/** The staff action of this decision. */
const staffActionOf = (
  unitCase: UnitCase,
  details: { action?: 'refund_partly' | 'cancel'; amountPaise?: number } = {},
): StaffAction => {
  const { admin, order, unit, decision, now } = unitCase
  const reason = approvalReason(decision.reason, decision)
  return staffAction(admin, order, { action: decision.answer, at: now, unit, reason, ...details })
}

async function markDelivered(deps: ResolveDeps, unitCase: UnitCase): Promise<OrderDoc | undefined> {
  const { order, index, unit, admin } = unitCase
  const { supplierOrderId = unit.supplierOrderId } = unitCase.decision
  const message = `Delivered, says ${unitCase.decision.supplierOrderId ? 'the supplier’s list' : admin.name}`
  const isFollowedUp = unit.supplierOrderId !== ''
  const decided = {
    ...unit,
    state: 'delivered' as const,
    answeredAt: unitCase.now,
    message,
    isFollowedUp,
    supplierOrderId,
  }
  const merged = mergeUnit(unit, decided, unit)
  if (merged === 'keep') return undefined
  const set = setUnit(index, merged)
  const others = order.units.filter((_unit, at) => at !== index)
  if (others.every((unit) => unit.state === 'delivered')) {
    return completeOrder(deps, order, { ...adminTransition(unitCase, staffActionOf(unitCase)), set })
  }
  return continueFulfilment(deps, unitCase, set)
}

/**
 * MooGold has returned the money under the old reference, so that a new attempt there needs a new reference.
 */
function retryUnit(deps: ResolveDeps, unitCase: UnitCase): Promise<OrderDoc | undefined> {
  const { index, unit } = unitCase
  const ref = unit.code === 'returned' ? nextReference(unit.ref) : unit.ref
  return continueFulfilment(
    deps,
    unitCase,
    unitSet(index, { state: 'planned', ref, supplierOrderId: '', code: '', retryCount: 0 }),
  )
}

/** Delivered units stay with the customer; with none delivered the whole order is refunded. */
async function refundUnit(deps: ResolveDeps, unitCase: UnitCase): Promise<OrderDoc | undefined> {
  const { order, decision, admin, unit } = unitCase
  const isSettled = order.units.every(
    (unit) => ['planned', 'delivered'].includes(unit.state) || unit === unitCase.unit,
  )
  if (!isSettled) return undefined
  // A redelivery is free: it is cancelled, and the refund is decided on the original order.
  if (isRedelivery(order)) {
    const cancel = {
      ...adminTransition(unitCase, staffActionOf(unitCase, { action: 'cancel' })),
      to: 'Cancelled',
      at: unitCase.now,
    } as const
    return changeOrder(deps, order, cancel)
  }
  const amountPaise = refundAmountPaise(order, decision.amountPaise)
  const { requested, inSameTransaction } = await requireApproval(deps, order, {
    requestApproval: decision.requestApproval,
    approved: decision.approved,
    admin,
    amountPaise,
    reason: decision.reason ?? '',
    refund: {
      unit: unit.ref,
      attempt: unit.attempt,
      codeRevealed: false,
      resolvesTicket: false,
      override: decision.override,
    },
  })
  if (requested) return requested
  const approvedCase = {
    ...unitCase,
    inSameTransaction: inOneTransaction([unitCase.inSameTransaction, inSameTransaction]),
  }
  if (order.units.every((unit) => unit.state !== 'delivered')) {
    return refundOrder(deps, order, adminTransition(approvedCase, staffActionOf(unitCase, { amountPaise })))
  }
  const action = staffActionOf(unitCase, { action: 'refund_partly', amountPaise })
  return refundPartially(deps, order, { ...adminTransition(approvedCase, action), amountPaise })
}

/** Lets fulfilment continue with the order at once. */
function continueFulfilment(
  deps: ResolveDeps,
  unitCase: UnitCase,
  set: OrderSet,
): Promise<OrderDoc | undefined> {
  const { order, now, admin } = unitCase
  return changeOrder(deps, order, {
    guard: { status: 'Processing', version: order.version, ...unitAsSeen(unitCase) },
    set: { ...set, pendingReason: pendingReasonOf('in_progress', { since: now }) },
    due: { fulfil: now },
    push: { staffActions: staffActionOf(unitCase) },
    actor: admin.userId,
    inSameTransaction: unitCase.inSameTransaction,
  })
}
