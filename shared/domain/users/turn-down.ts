import { inTransaction } from '../../platform/mongo.ts'
import { closeRequest, type IAdminRequest } from '../approvals/index.ts'
import { type Author, auditTarget, writeAudit } from '../audit/index.ts'
import type { Deps } from '../deps.ts'
import { answerInvitation } from './answer-invitation.ts'

type TurnedDown = { request: IAdminRequest; answer: 'refuse' | 'withdraw'; reason: string; at: Date }

/**
 * Ends a request without doing what was asked for, with a row in the log.
 * @throws AppError approval_closed, approval_expired
 */
export async function turnDown(
  deps: Pick<Deps, 'clock' | 'queues'>,
  admin: Author,
  { request, answer, reason, at }: TurnedDown,
): Promise<void> {
  if (request.invited) {
    await answerInvitation(deps, admin, { request, answer, reason, at })
    return
  }
  const { kind, refund, userId } = request
  await inTransaction(async (session) => {
    const state = answer === 'refuse' ? 'refused' : 'withdrawn'
    await closeRequest(session, request, { state, by: admin, at, reason })
    await writeAudit(session, admin, {
      ...{ at, act: `${kind}.${answer}`, reason: reason, before: {}, after: factsOf(request) },
      target: refund ? auditTarget.order(refund.orderid) : auditTarget.user(String(userId)),
    })
  })
}

function factsOf({ _id: txnid, kind, amountPaise, officeRole, ownerChange }: IAdminRequest) {
  switch (kind) {
    case 'balance':
      return { txnid, amountPaise }
    case 'admin':
      return { role: 'admin', officeRole: officeRole ?? 'owner' }
    case 'owner':
      return { ...ownerChange?.change }
    case 'refund':
      return { refundPaise: amountPaise }
    default:
      return kind satisfies never
  }
}
