import { inTransaction } from '../../platform/mongo.ts'
import { closeApprovalRequest, type IApprovalRequest } from '../approvals/index.ts'
import { type Actor, auditTarget, writeAudit } from '../audit/index.ts'
import type { Deps } from '../deps.ts'
import { decideInvitation } from './decide-invitation.ts'

type RejectedRequest = {
  request: IApprovalRequest
  decision: 'reject' | 'withdraw'
  reason: string
  at: Date
}

/**
 * Closes a request as rejected or withdrawn, with an audit row.
 * @throws AppError `approval_closed`, `approval_expired`
 */
export async function rejectRequest(
  deps: Pick<Deps, 'clock' | 'queues'>,
  admin: Actor,
  { request, decision, reason, at }: RejectedRequest,
): Promise<void> {
  if (request.invited) {
    await decideInvitation(deps, admin, { request, decision, reason, at })
    return
  }
  const { kind, refund, userId } = request
  await inTransaction(async (tx) => {
    const state = decision === 'reject' ? 'rejected' : 'withdrawn'
    await closeApprovalRequest(tx, request, { state, by: admin, at, reason })
    await writeAudit(tx, admin, {
      at,
      action: `${kind}.${decision}`,
      reason,
      before: {},
      after: auditFacts(request),
      target: refund ? auditTarget.order(refund.orderid) : auditTarget.user(String(userId)),
    })
  })
}

function auditFacts({ _id: txnid, kind, amountPaise, staffRole, ownerChange }: IApprovalRequest) {
  switch (kind) {
    case 'balance':
      return { txnid, amountPaise }
    case 'staff_role':
      return { role: 'admin', staffRole: staffRole ?? 'owner' }
    case 'owner':
      return { ...ownerChange?.change }
    case 'refund':
      return { refundPaise: amountPaise }
    default:
      return kind satisfies never
  }
}
