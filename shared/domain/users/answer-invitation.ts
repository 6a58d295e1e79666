import { inTransaction } from '../../platform/mongo.ts'
import { invitationId, mailInvitation, enqueueNotifications, revokeInvitation } from '../accounts/index.ts'
import { closeRequest, type IAdminRequest } from '../approvals/index.ts'
import { type Author, auditTarget, writeAudit } from '../audit/index.ts'
import type { Deps } from '../deps.ts'
import { byText, closeApproved } from './approve-request.ts'
import { invitationMailText, notifyOfInvited, refuseAccount } from './invite.ts'

type Answered = {
  request: IAdminRequest
  answer: 'approve' | 'refuse' | 'withdraw'
  reason: string
  at: Date
}

/**
 * The answer of a second owner, or of the asker, about a person who has no account yet: with the approval the
 * invitation goes out, in the name of the owner who approves.
 * @throws AppError approval_closed, approval_expired, email_has_account, invitation_closed
 */
export async function answerInvitation(
  deps: Pick<Deps, 'clock' | 'queues'>,
  admin: Author,
  { request, answer, reason, at }: Answered,
): Promise<{ message: string; balance: number }> {
  const { invited, officeRole, userId } = request
  const email = invited?.email ?? ''
  const _id = invitationId(email)
  // The owner who approves vouches: the asker may be no owner any more.
  const by = { userId: admin.userId, name: admin.name }
  if (answer === 'approve') await refuseAccount(email)
  const notifications = await inTransaction(async (session) => {
    const row = { at, act: `admin.${answer}` as const, target: auditTarget.user(String(userId)), before: {} }
    const after = { ...invited, role: 'admin', officeRole: officeRole ?? 'owner' }
    if (answer === 'approve') {
      await closeApproved(session, admin, { request, at })
      const notification = await mailInvitation(session, { _id, userId, from: 'waiting', by, now: at })
      const reason = [request.reason, `asked by ${request.askedBy.name}`].filter(Boolean).join(', ')
      await writeAudit(session, admin, { ...row, after, reason })
      const person = { email, name: invited?.name ?? '', userId, officeRole: officeRole ?? 'owner' }
      return [notification, ...(await notifyOfInvited(session, { ...person, by: byText(request, admin), at }))]
    }
    const state = answer === 'refuse' ? 'refused' : 'withdrawn'
    await closeRequest(session, request, { state, by: admin, at, reason })
    await revokeInvitation(session, { _id, userId, from: 'waiting' })
    await writeAudit(session, admin, { ...row, after, reason: reason })
    return []
  })
  await enqueueNotifications(deps, notifications)
  if (notifications.length === 0) return { message: 'Nobody was invited.', balance: 0 }
  return { message: invitationMailText(email), balance: 0 }
}
