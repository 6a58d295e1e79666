import { AppError } from '../../platform/app-error.ts'
import { inTransaction } from '../../platform/mongo.ts'
import { findUser, readStopLink } from '../accounts/index.ts'
import { ApprovalRequestModel, closeApprovalRequest, type IApprovalRequest } from '../approvals/index.ts'
import { type Actor, auditTarget, writeAudit } from '../audit/index.ts'
import type { Deps } from '../deps.ts'
import { refuseErasure } from '../erasure/index.ts'
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
  if (kind === 'erasure') {
    const state = decision === 'reject' ? 'rejected' : 'withdrawn'
    await refuseErasure(admin, { request, state, reason, at })
    return
  }
  await inTransaction(async (tx) => {
    const state = decision === 'reject' ? 'rejected' : 'withdrawn'
    await closeApprovalRequest(tx, request, { state, by: admin, at, reason })
    await writeAudit(tx, admin, {
      at,
      action: `${kind}.${decision}`,
      reason,
      before: {},
      after: auditFacts(request),
      about: String(userId),
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
    case 'erasure':
      return {}
    default:
      return kind satisfies never
  }
}

/**
 * Rejects a pending change of an owner's account by the link that was mailed to an owner. It needs no session, so that
 * a blocked owner can use it too.
 * @throws AppError `link_corrupted`, `approval_closed`, `approval_expired`
 */
export async function stopOwnerChange(
  deps: Pick<Deps, 'clock' | 'env' | 'queues'>,
  link: { id: string; token: string },
): Promise<void> {
  const target = readStopLink(deps.env, link)
  const request =
    target && (await ApprovalRequestModel.findById(target.request).lean<IApprovalRequest | null>())
  const owner = target && (await findUser(target.ownerId))
  if (!request || !owner) throw new AppError('link_corrupted', { details: { code: 1 } })
  const by = { userId: String(owner._id), name: owner.name }
  const reason = 'Stopped by the link in the mail'
  await rejectRequest(deps, by, { request, decision: 'reject', reason, at: deps.clock.now() })
}
