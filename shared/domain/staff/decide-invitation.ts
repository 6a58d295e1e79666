import { inTransaction } from '../../platform/mongo.ts'
import {
  enqueueNotifications,
  invitationId,
  mailInvitation,
  markInvitationRevoked,
} from '../accounts/index.ts'
import { closeApprovalRequest, type IApprovalRequest } from '../approvals/index.ts'
import { type Actor, auditTarget, writeAudit } from '../audit/index.ts'
import type { Deps } from '../deps.ts'
import { approversText, closeAsApproved } from './approve-request.ts'
import { invitationMailText, notifyOfInvited, requireNoAccount } from './invite.ts'

type DecidedInvitation = {
  request: IApprovalRequest
  decision: 'approve' | 'reject' | 'withdraw'
  reason: string
  at: Date
}

/**
 * Records the decision about an invitation, by a second owner or the requester. On approval the invitation is mailed in
 * the name of the approving owner.
 * @throws AppError `approval_closed`, `approval_expired`, `email_has_account`, `invitation_closed`
 */
export async function decideInvitation(
  deps: Pick<Deps, 'clock' | 'queues'>,
  admin: Actor,
  { request, decision, reason, at }: DecidedInvitation,
): Promise<{ message: string; balance: number }> {
  const { invited, staffRole, userId } = request
  const email = invited?.email ?? ''
  const _id = invitationId(email)
  // The approving owner is named as the inviting person, because the requester may no longer be an owner.
  const by = { userId: admin.userId, name: admin.name }
  if (decision === 'approve') await requireNoAccount(email)
  const notifications = await inTransaction(async (tx) => {
    const row = {
      at,
      action: `staff_role.${decision}` as const,
      target: auditTarget.user(String(userId)),
      before: {},
    }
    const after = { ...invited, role: 'admin', staffRole: staffRole ?? 'owner' }
    if (decision === 'approve') {
      await closeAsApproved(tx, admin, { request, at })
      const notification = await mailInvitation(tx, { _id, userId, from: 'pending', by, now: at })
      const reason = [request.reason, `asked by ${request.askedBy.name}`].filter(Boolean).join(', ')
      await writeAudit(tx, admin, { ...row, after, reason })
      const person = { email, name: invited?.name ?? '', userId, staffRole: staffRole ?? 'owner' }
      return [
        notification,
        ...(await notifyOfInvited(tx, { ...person, by: approversText(request, admin), at })),
      ]
    }
    const state = decision === 'reject' ? 'rejected' : 'withdrawn'
    await closeApprovalRequest(tx, request, { state, by: admin, at, reason })
    await markInvitationRevoked(tx, { _id, userId, from: 'pending' })
    await writeAudit(tx, admin, { ...row, after, reason })
    return []
  })
  await enqueueNotifications(deps, notifications)
  if (notifications.length === 0) return { message: 'No one was invited.', balance: 0 }
  return { message: invitationMailText(email), balance: 0 }
}
