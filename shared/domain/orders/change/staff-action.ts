import type { ClientSession } from 'mongoose'
import type { StaffActionKind } from '../../../contracts/staff-actions.ts'
import type { Caller } from '../../accounts/index.ts'
import { type AuditFacts, auditTarget, writeAudit } from '../../audit/index.ts'
import type { IUnit } from '../../purchasing/index.ts'
import type { OrderDoc } from '../model/order-model.ts'
import type { ActionContext, StaffAction } from '../model/staff-action-schema.ts'
import type { OrderEdit, Transition } from './transition-order.ts'

/**
 * What an admin decided with a change that the audit log has to have, if they did; of staffActions that come as a list there
 * is one. Who holds an order for some minutes is in its staffActions alone, and changes nothing.
 */
export function auditedAction(change: Transition | OrderEdit): StaffAction | undefined {
  const decision = 'to' in change ? change.decision : change.push?.staffActions
  return decision && !isHolding(decision) ? decision : undefined
}

const isHolding = ({ action }: StaffAction) => action === 'assign' || action === 'unassign'

/** Writes down an admin's decision about an order, in the transaction that carries it out. */
export async function auditStaffAction(
  tx: ClientSession,
  { by, name, action, at, unit, reason, amountPaise }: StaffAction,
  { before, after }: { before: OrderDoc; after: OrderDoc },
): Promise<void> {
  const part: AuditFacts = unit === '' ? {} : { unit }
  await writeAudit(
    tx,
    { userId: by, name },
    {
      ...{ at, action: `order.${action}`, target: auditTarget.order(after._id), reason },
      before: { ...part, ...stateOf(before, unit) },
      after: { ...part, ...stateOf(after, unit), ...(amountPaise > 0 ? { refundPaise: amountPaise } : {}) },
    },
  )
}

function stateOf({ status, units, ticket }: OrderDoc, ref: string): AuditFacts {
  const unit = units.find((one) => one.ref === ref)
  return { status, ...(unit ? { unitState: unit.state } : {}), ...(ticket ? { ticket: ticket.status } : {}) }
}

type Deciding = {
  action: StaffActionKind
  at: Date
  /** The unit decided about; without it the decision is about the whole order. */
  unit?: IUnit
  reason?: string | undefined
  amountPaise?: number
}

/** The row that a decision leaves. Write it in the same step as the change, guarded by `unchangedSinceRead(order)`. */
export function staffAction(
  admin: Pick<Caller, 'userId' | 'name'>,
  order: OrderDoc,
  { action, at, unit, reason = '', amountPaise = 0 }: Deciding,
): StaffAction {
  return {
    ...{ at, by: admin.userId, name: admin.name, action, reason, amountPaise },
    unit: unit?.ref ?? '',
    attempt: unit?.attempt ?? 0,
    context: contextOf(order, unit ?? order.units.find(isOpen)),
  }
}

/** Whatever anybody could see of the order is as it was read, and so the context is what stood there. */
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
