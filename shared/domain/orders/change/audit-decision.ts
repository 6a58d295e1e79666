import type { ClientSession } from 'mongoose'
import { type AuditFacts, auditTarget, writeAudit } from '../../audit/index.ts'
import type { OrderDoc } from '../order-model.ts'
import type { StaffAction } from './decision-schema.ts'
import type { OrderEdit } from './edit-order.ts'
import type { Transition } from './move-order.ts'

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
