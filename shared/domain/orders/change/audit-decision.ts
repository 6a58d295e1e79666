import type { ClientSession } from 'mongoose'
import { type AuditFacts, auditTarget, writeAudit } from '../../audit/index.ts'
import type { OrderDoc } from '../order-model.ts'
import type { OrderDecision } from './decision-schema.ts'
import type { Edit } from './edit-order.ts'
import type { Move } from './move-order.ts'

/**
 * What an admin decided with a step that the audit log has to have, if they did; of decisions that come as a list there
 * is one. Who holds an order for some minutes is in its decisions alone, and changes nothing.
 */
export function decisionOf(step: Move | Edit): OrderDecision | undefined {
  const decision = 'to' in step ? step.decision : step.push?.decisions
  return decision && !isHolding(decision) ? decision : undefined
}

const isHolding = ({ what }: OrderDecision) => what === 'claim' || what === 'release'

/** Writes down an admin's decision about an order, in the transaction that carries it out. */
export async function auditDecision(
  session: ClientSession,
  { by, name, what, at, unit, reason, amountPaise }: OrderDecision,
  { before, after }: { before: OrderDoc; after: OrderDoc },
): Promise<void> {
  const part: AuditFacts = unit === '' ? {} : { unit }
  await writeAudit(
    session,
    { userId: by, name },
    {
      ...{ at, act: `order.${what}`, target: auditTarget.order(after._id), why: reason },
      before: { ...part, ...stateOf(before, unit) },
      after: { ...part, ...stateOf(after, unit), ...(amountPaise > 0 ? { refundPaise: amountPaise } : {}) },
    },
  )
}

function stateOf({ status, units, ticket }: OrderDoc, ref: string): AuditFacts {
  const unit = units.find((one) => one.ref === ref)
  return { status, ...(unit ? { unitState: unit.state } : {}), ...(ticket ? { ticket: ticket.status } : {}) }
}
