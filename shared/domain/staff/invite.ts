import { randomBytes } from 'node:crypto'
import { type ClientSession, Types } from 'mongoose'
import { requestMs } from '../../contracts/approval-requests.ts'
import type { StaffRole } from '../../contracts/permissions.ts'
import { AppError } from '../../platform/app-error.ts'
import { inTransaction } from '../../platform/mongo.ts'
import {
  createInvitation,
  enqueueNotification,
  enqueueNotifications,
  findUserByEmail,
  hasTwoOwners,
  type IAccountNotification,
  type IInvitation,
  InvitationModel,
  invitationId,
  mailInvitation,
  markInvitationRevoked,
  normalEmail,
  notifyOwners,
} from '../accounts/index.ts'
import { createApprovalRequest } from '../approvals/index.ts'
import { type Actor, auditTarget, writeAudit } from '../audit/index.ts'
import type { Deps } from '../deps.ts'

type InviteDeps = Pick<Deps, 'clock' | 'queues'>

type InvitedPerson = { email: string; name: string; staffRole: StaffRole; reason?: string | undefined }

type InviteReply = { message: string; status: 'done' | 'pending' }

type Mail = Omit<IAccountNotification, 'sealedCode'>

/**
 * Invites a person without an account to the back office by a mailed link. Where there are two owners, another owner
 * has to approve it first.
 * @throws AppError `email_has_account`, `invitation_open`
 */
export async function inviteToTeam(
  deps: InviteDeps,
  admin: Actor,
  { reason = '', ...person }: InvitedPerson,
): Promise<InviteReply> {
  const now = deps.clock.now()
  const invited = { ...person, email: normalEmail(person.email) }
  await requireNoAccount(invited.email)
  const { isPending, notifications } = await inTransaction(async (tx) => {
    const needsApproval = await hasTwoOwners(tx, now)
    const invitation = { ...invited, _id: invitationId(invited.email), userId: new Types.ObjectId() }
    await createInvitation(tx, {
      ...invitation,
      invitedBy: { userId: admin.userId, name: admin.name },
      invitedAt: now,
      expiresAt: new Date(now.getTime() + requestMs),
    })
    if (needsApproval) {
      return {
        isPending: true,
        notifications: await requestApproval(tx, admin, { ...invitation, reason, at: now }),
      }
    }
    const notification = await mailInvitation(tx, { ...invitation, from: 'pending', now })
    await recordAction(tx, admin, { invitation, action: 'invitation.send', at: now, reason })
    const toOwners = await notifyOfInvited(tx, { ...invitation, by: admin.name, at: now })
    return { isPending: false, notifications: [notification, ...toOwners] }
  })
  await enqueueNotifications(deps, notifications)
  if (isPending) {
    const message = `Approval requested: ${invited.name} is invited once another owner approves.`
    return { message, status: 'pending' }
  }
  return { message: invitationMailText(invited.email), status: 'done' }
}

/**
 * Mails a new link; the previous one becomes void.
 * @throws AppError as `inviteToTeam`, `invitation_closed`
 */
export async function resendInvitation(deps: InviteDeps, admin: Actor, id: string): Promise<InviteReply> {
  const now = deps.clock.now()
  const invitation = await readSentInvitation(id)
  await requireNoAccount(invitation.email)
  const mail = await inTransaction(async (tx): Promise<Mail> => {
    const notification = await mailInvitation(tx, { ...invitation, from: 'sent', now })
    await recordAction(tx, admin, { invitation, action: 'invitation.resend', at: now, reason: '' })
    return notification
  })
  await enqueueNotification(deps, mail)
  return { message: invitationMailText(invitation.email), status: 'done' }
}

/**
 * Revokes an invitation; its link stops working.
 * @throws AppError `invitation_closed`
 */
export async function revokeInvitation(
  { clock }: Pick<Deps, 'clock'>,
  admin: Actor,
  id: string,
): Promise<InviteReply> {
  const invitation = await readSentInvitation(id)
  await inTransaction(async (tx) => {
    await markInvitationRevoked(tx, { ...invitation, from: 'sent' })
    await recordAction(tx, admin, { invitation, action: 'invitation.revoke', at: clock.now(), reason: '' })
  })
  return { message: `${invitation.name} is invited no longer. The link opens nothing.`, status: 'done' }
}

/** @throws AppError `email_has_account` */
export async function requireNoAccount(email: string): Promise<void> {
  if (await findUserByEmail(email)) throw new AppError('email_has_account', { field: 'email' })
}

export const invitationMailText = (email: string) => `Invitation sent to ${email}.`

async function readSentInvitation(id: string): Promise<IInvitation> {
  const invitation = await InvitationModel.findById(id).lean<IInvitation | null>()
  if (!invitation) throw new AppError('not_found')
  if (invitation.state !== 'sent') throw new AppError('invitation_closed')
  return invitation
}

type InvitationFields = Pick<IInvitation, '_id' | 'userId' | 'email' | 'name' | 'staffRole'>

async function requestApproval(
  tx: ClientSession,
  admin: Actor,
  { email, name, userId, staffRole, ...request }: InvitationFields & { reason: string; at: Date },
): Promise<Mail[]> {
  const subject = { userId: String(userId), staffRole, invited: { email, name } }
  const _id = `RA${randomBytes(8).toString('hex')}`
  await createApprovalRequest(tx, admin, { ...request, ...subject, _id, kind: 'staff_role', amountPaise: 0 })
  const person = { email, name, userId, staffRole }
  return notifyOfInvited(tx, { ...person, by: admin.name, at: request.at, request: _id })
}

type InvitedNotification = Pick<InvitationFields, 'email' | 'name' | 'userId' | 'staffRole'> & {
  by: string
  at: Date
  request?: string
}

/** Notifies the owners if the invited person is to be an owner. */
export async function notifyOfInvited(
  tx: ClientSession,
  { email, name, userId, staffRole, ...notification }: InvitedNotification,
): Promise<Mail[]> {
  if (staffRole !== 'owner') return []
  return notifyOwners(tx, {
    ...notification,
    userId: String(userId),
    text: `invite ${name} (${email}) as an owner`,
  })
}

type InvitationAction = {
  invitation: InvitationFields
  action: 'invitation.send' | 'invitation.resend' | 'invitation.revoke'
  at: Date
  reason: string
}

function recordAction(
  tx: ClientSession,
  admin: Actor,
  { invitation, action, at, reason }: InvitationAction,
): Promise<void> {
  const { email, name, staffRole, userId } = invitation
  const target = auditTarget.user(String(userId))
  return writeAudit(tx, admin, {
    at,
    action,
    target,
    reason,
    before: {},
    after: { email, name, staffRole },
  })
}
