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

type Invited = { email: string; name: string; staffRole: StaffRole; reason?: string | undefined }

type InviteReply = { message: string; status: 'done' | 'pending' }

type Mail = Omit<IAccountNotification, 'sealedCode'>

/**
 * Invites somebody without an account into the back office: a link goes out by mail. Where there are two owners, both
 * have to agree first.
 * @throws AppError `email_has_account`, `invitation_open`
 */
export async function inviteToTeam(
  deps: InviteDeps,
  admin: Actor,
  { reason = '', ...person }: Invited,
): Promise<InviteReply> {
  const now = deps.clock.now()
  const invited = { ...person, email: normalEmail(person.email) }
  await requireNoAccount(invited.email)
  const { isAsked, notifications } = await inTransaction(async (tx) => {
    const needsTwo = await hasTwoOwners(tx, now)
    const asked = { ...invited, _id: invitationId(invited.email), userId: new Types.ObjectId() }
    await createInvitation(tx, {
      ...asked,
      invitedBy: { userId: admin.userId, name: admin.name },
      invitedAt: now,
      expiresAt: new Date(now.getTime() + requestMs),
    })
    if (needsTwo) {
      return { isAsked: true, notifications: await askForInvited(tx, admin, { ...asked, reason, at: now }) }
    }
    const notification = await mailInvitation(tx, { ...asked, from: 'pending', now })
    await recordAction(tx, admin, { invitation: asked, action: 'invitation.send', at: now, reason })
    const toOwners = await notifyOfInvited(tx, { ...asked, by: admin.name, at: now })
    return { isAsked: false, notifications: [notification, ...toOwners] }
  })
  await enqueueNotifications(deps, notifications)
  if (isAsked) {
    const message = `Asked for approval: ${invited.name} is invited once another owner agrees.`
    return { message, status: 'pending' }
  }
  return { message: invitationMailText(invited.email), status: 'done' }
}

/** Has the link mailed anew; the one before is void. @throws AppError as `inviteToTeam`, `invitation_closed` */
export async function resendInvitation(deps: InviteDeps, admin: Actor, id: string): Promise<InviteReply> {
  const now = deps.clock.now()
  const invitation = await readSent(id)
  await requireNoAccount(invitation.email)
  const mail = await inTransaction(async (tx): Promise<Mail> => {
    const notification = await mailInvitation(tx, { ...invitation, from: 'sent', now })
    await recordAction(tx, admin, { invitation, action: 'invitation.resend', at: now, reason: '' })
    return notification
  })
  await enqueueNotification(deps, mail)
  return { message: invitationMailText(invitation.email), status: 'done' }
}

/** Takes an invitation back: its link opens nothing any more. @throws AppError `invitation_closed` */
export async function revokeInvitation(
  { clock }: Pick<Deps, 'clock'>,
  admin: Actor,
  id: string,
): Promise<InviteReply> {
  const invitation = await readSent(id)
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

export const invitationMailText = (email: string) => `The invitation goes to ${email} by mail.`

async function readSent(id: string): Promise<IInvitation> {
  const found = await InvitationModel.findById(id).lean<IInvitation | null>()
  if (!found) throw new AppError('not_found')
  if (found.state !== 'sent') throw new AppError('invitation_closed')
  return found
}

type Asking = Pick<IInvitation, '_id' | 'userId' | 'email' | 'name' | 'staffRole'>

async function askForInvited(
  tx: ClientSession,
  admin: Actor,
  { email, name, userId, staffRole, ...asked }: Asking & { reason: string; at: Date },
): Promise<Mail[]> {
  const who = { userId: String(userId), staffRole, invited: { email, name } }
  const _id = `RA${randomBytes(8).toString('hex')}`
  await createApprovalRequest(tx, admin, { ...asked, ...who, _id, kind: 'staff_role', amountPaise: 0 })
  const person = { email, name, userId, staffRole }
  return notifyOfInvited(tx, { ...person, by: admin.name, at: asked.at, request: _id })
}

type InvitedNotification = Pick<Asking, 'email' | 'name' | 'userId' | 'staffRole'> & {
  by: string
  at: Date
  request?: string
}

/** Notifies the owners where the one invited is to be an owner. */
export async function notifyOfInvited(
  tx: ClientSession,
  { email, name, userId, staffRole, ...asked }: InvitedNotification,
): Promise<Mail[]> {
  if (staffRole !== 'owner') return []
  return notifyOwners(tx, {
    ...asked,
    userId: String(userId),
    text: `invite ${name} (${email}) as an owner`,
  })
}

type InvitationAction = {
  invitation: Asking
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
  return writeAudit(tx, admin, { at, action, target, reason, before: {}, after: { email, name, staffRole } })
}
