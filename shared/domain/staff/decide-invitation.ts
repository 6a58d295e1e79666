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
import { byText, closeAsApproved } from './approve-request.ts'
import { invitationMailText, notifyOfInvited, requireNoAccount } from './invite.ts'

type DecidedInvitation = {
  request: IApprovalRequest
  decision: 'approve' | 'reject' | 'withdraw'
  reason: string
  at: Date
}

/**
 * The decision of a second owner, or of the asker, about a person who has no account yet: with the approval the
 * invitation goes out, in the name of the owner who approves.
 * @throws AppError approval_closed, approval_expired, email_has_account, invitation_closed
 */
export async function decideInvitation(
  deps: Pick<Deps, 'clock' | 'queues'>,
  admin: Actor,
  { request, decision, reason, at }: DecidedInvitation,
): Promise<{ message: string; balance: number }> {
  const { invited, staffRole, userId } = request
  const email = invited?.email ?? ''
  const _id = invitationId(email)
  // The owner who approves vouches: the asker may be no owner any more.
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
      return [notification, ...(await notifyOfInvited(tx, { ...person, by: byText(request, admin), at }))]
    }
    const state = decision === 'reject' ? 'rejected' : 'withdrawn'
    await closeApprovalRequest(tx, request, { state, by: admin, at, reason })
    await markInvitationRevoked(tx, { _id, userId, from: 'pending' })
    await writeAudit(tx, admin, { ...row, after, reason })
    return []
  })
  await enqueueNotifications(deps, notifications)
  if (notifications.length === 0) return { message: 'Nobody was invited.', balance: 0 }
  return { message: invitationMailText(email), balance: 0 }
}
