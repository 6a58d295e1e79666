import type { ClientSession } from 'mongoose'
import type { StaffActionKind } from '../../../contracts/staff-actions.ts'
import type { Caller } from '../../accounts/index.ts'
import { type AuditFacts, auditTarget, writeAudit } from '../../audit/index.ts'
import type { IUnit } from '../../purchasing/index.ts'
import type { OrderDoc } from '../model/order-model.ts'
import type { ActionContext, StaffAction } from '../model/staff-action-schema.ts'
import type { OrderEdit, Transition } from './transition-order.ts'

/**
 * The staff action of a change that must be audited, if any; of a list of actions there is only one.
 * Assignments are recorded in the order alone: they decide nothing.
 */
export function auditedAction(change: Transition | OrderEdit): StaffAction | undefined {
  const decision = 'to' in change ? change.decision : change.push?.staffActions
  return decision && !isAssignment(decision) ? decision : undefined
}

const isAssignment = ({ action }: StaffAction) => action === 'assign' || action === 'unassign'

/** Audits a staff action in the transaction of the change. */
export async function auditStaffAction(
  tx: ClientSession,
  { by, name, action, at, unit, reason, amountPaise }: StaffAction,
  { before, after }: { before: OrderDoc; after: OrderDoc },
): Promise<void> {
  const unitFact: AuditFacts = unit === '' ? {} : { unit }
  await writeAudit(
    tx,
    { userId: by, name },
    {
      at,
      action: `order.${action}`,
      target: auditTarget.order(after._id),
      about: String(after.userId),
      reason,
      before: { ...unitFact, ...stateOf(before, unit) },
      after: {
        ...unitFact,
        ...stateOf(after, unit),
        ...(amountPaise > 0 ? { refundPaise: amountPaise } : {}),
      },
    },
  )
}

function stateOf({ status, units, ticket }: OrderDoc, ref: string): AuditFacts {
  const unit = units.find((one) => one.ref === ref)
  return { status, ...(unit ? { unitState: unit.state } : {}), ...(ticket ? { ticket: ticket.status } : {}) }
}

type StaffActionInput = {
  action: StaffActionKind
  at: Date
  /** The unit decided about; without it the action concerns the whole order. */
  unit?: IUnit
  reason?: string | undefined
  amountPaise?: number
}

/**
 * Builds a staff action with its context. Write it together with the change, guarded by
 * `unchangedSinceRead(order)`.
 */
export function staffAction(
  admin: Pick<Caller, 'userId' | 'name'>,
  order: OrderDoc,
  { action, at, unit, reason = '', amountPaise = 0 }: StaffActionInput,
): StaffAction {
  return {
    at,
    by: admin.userId,
    name: admin.name,
    action,
    reason,
    amountPaise,
    unit: unit?.ref ?? '',
    attempt: unit?.attempt ?? 0,
    context: contextOf(order, unit ?? order.units.find(isOpen)),
  }
}

/** Matches the order only if no visible field has changed since it was read, so that the context is true. */
export const unchangedSinceRead = (order: OrderDoc) => ({ revision: order.revision })

const isOpen = (unit: IUnit) => unit.state !== 'planned' && unit.state !== 'delivered'

function contextOf({ pendingReason }: OrderDoc, unit: IUnit | undefined): ActionContext {
  return {
    pendingReason: pendingReason?.kind ?? '',
    detail: pendingReason?.detail ?? '',
    unit: unit?.state ?? '',
    message: unit?.message ?? '',
    cost: unit?.cost ?? '',
    balanceBefore: unit?.balanceBefore ?? '',
    balanceAfter: unit?.balanceAfter ?? '',
  }
}
