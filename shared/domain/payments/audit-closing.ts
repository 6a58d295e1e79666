import type { ClientSession } from 'mongoose'
import { writeAudit } from '../audit/index.ts'
import type { Doubt, DoubtClosing } from './payment-doubts.ts'

/** Writes down how an admin closed a doubt, in the transaction that closes it. */
export function auditClosing(
  session: ClientSession,
  { by, name, answer, reason }: DoubtClosing,
  { target, doubt, at }: { target: string; doubt: Doubt; at: Date },
): Promise<void> {
  const heldPaise = answer === 'credit' ? { creditedPaise: doubt.heldPaise } : {}
  return writeAudit(
    session,
    { userId: by, name },
    {
      ...{ at, act: `doubt.${answer}`, target, reason: reason },
      before: { doubt: doubt.id, kind: doubt.kind, amountPaise: doubt.amountPaise },
      after: { doubt: doubt.id, closed: answer, ...heldPaise },
    },
  )
}
