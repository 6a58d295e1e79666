import type { ClientSession } from 'mongoose'
import { AppError } from '../../platform/app-error.ts'
import { hashToken, newToken } from '../../platform/ids.ts'
import { isDuplicateKey } from '../../platform/mongo.ts'
import type { NotifyResult } from '../notifications/index.ts'
import { AccountNotificationModel, type IAccountNotification } from './account-notification-model.ts'
import { newNotification } from './account-notifications.ts'
import { type IInvitation, InvitationModel, invitationId, invitationMs } from './invitation-model.ts'

/**
 * Writes a pending invitation, replacing a closed one to the same address.
 * @throws AppError `invitation_open` when there is an open one
 */
export async function createInvitation(
  tx: ClientSession,
  { _id, ...fields }: Omit<IInvitation, 'state' | 'notificationId' | 'tokenHash' | 'mailedAt'>,
): Promise<void> {
  const closed = [
    { state: { $in: ['accepted', 'revoked'] as const } },
    { expiresAt: { $lte: fields.invitedAt } },
  ]
  const nothingSent = { state: 'pending', notificationId: '', tokenHash: '', mailedAt: null } as const
  try {
    await InvitationModel.updateOne(
      { _id, $or: closed },
      { $set: { ...fields, ...nothingSent } },
      { session: tx, upsert: true },
    )
  } catch (error) {
    throw isDuplicateKey(error) ? new AppError('invitation_open', { field: 'email', cause: error }) : error
  }
}

/** An address can have had several invitations, distinguished by `userId`. */
type InvitationRef = Pick<IInvitation, '_id' | 'userId'> & { from: 'pending' | 'sent' }

/**
 * Schedules the mail with the link; a link that was mailed before becomes void. The caller enqueues the notification
 * after the commit.
 * @param by the owner who now answers for the invitation, if another one
 * @throws AppError `invitation_closed` when it is no longer in the state `from`
 */
export async function mailInvitation(
  tx: ClientSession,
  { _id, userId, from, by, now }: InvitationRef & { by?: IInvitation['invitedBy']; now: Date },
): Promise<Omit<IAccountNotification, 'sealedCode'>> {
  const invitation = await InvitationModel.findById(_id, null, { session: tx }).lean<IInvitation | null>()
  const notification = newNotification('invite', invitation?.email ?? '', now)
  const expiresAt = new Date(now.getTime() + invitationMs)
  const inviter = by ? { invitedBy: by } : {}
  const { modifiedCount } = await InvitationModel.updateOne(
    { _id, userId, state: from },
    {
      $set: {
        state: 'sent',
        notificationId: notification._id,
        tokenHash: '',
        mailedAt: null,
        expiresAt,
        ...inviter,
      },
    },
    { session: tx },
  )
  if (modifiedCount !== 1) throw new AppError('invitation_closed')
  await AccountNotificationModel.insertMany([notification], { session: tx })
  return notification
}

/**
 * Revokes an invitation.
 * @throws AppError `invitation_closed` when it is no longer in the state `from`
 */
export async function markInvitationRevoked(
  tx: ClientSession,
  { _id, userId, from }: InvitationRef,
): Promise<void> {
  const { modifiedCount } = await InvitationModel.updateOne(
    { _id, userId, state: from },
    { $set: { state: 'revoked' } },
    { session: tx },
  )
  if (modifiedCount !== 1) throw new AppError('invitation_closed')
}

/**
 * Issues a new token for a mail that is sent now. Undefined when another mail replaces it, or the invitation is closed.
 */
export async function issueInvitationToken(
  { _id, notificationId }: Pick<IInvitation, '_id' | 'notificationId'>,
  now: Date,
): Promise<string | undefined> {
  const token = newToken()
  const expiresAt = new Date(now.getTime() + invitationMs)
  const { matchedCount } = await InvitationModel.updateOne(
    { _id, notificationId, state: 'sent' },
    { $set: { tokenHash: hashToken(token), mailedAt: now, expiresAt } },
  )
  return matchedCount === 1 ? token : undefined
}

/**
 * Resets what `issueInvitationToken` wrote for a mail that has certainly not been sent. A mail that never will be
 * expires the invitation, so that it can be sent or made again.
 */
export async function recordUnsent(
  { about, _id: notificationId }: Pick<IAccountNotification, '_id' | 'about'>,
  mail: NotifyResult['mail'],
  now: Date,
): Promise<void> {
  const isEnded = mail === 'rejected' || mail === 'expired'
  if (!isEnded && mail !== 'deferred') return
  await InvitationModel.updateOne(
    { _id: invitationId(about), notificationId, state: 'sent' },
    { $set: { mailedAt: null, ...(isEnded ? { expiresAt: now } : {}) } },
  )
}

export type InvitationLink = { id: string; token: string }

/**
 * The invitation behind a link. Its state is shown only to a caller with a valid token.
 * @throws AppError `invitation_unknown`, `invitation_used`, `invitation_ended`
 */
export async function readInvitation(
  { id, token }: InvitationLink,
  now: Date,
  tx?: ClientSession,
): Promise<IInvitation> {
  const found = await InvitationModel.findById(id, null, {
    session: tx ?? null,
  }).lean<IInvitation | null>()
  if (!found || found.tokenHash !== hashToken(token)) throw new AppError('invitation_unknown')
  if (found.state === 'accepted') throw new AppError('invitation_used')
  if (found.state !== 'sent' || found.expiresAt <= now) throw new AppError('invitation_ended')
  return found
}

/**
 * Consumes a link; a link can be used once.
 * @throws as `readInvitation`
 */
export async function consumeInvitation(
  tx: ClientSession,
  link: InvitationLink,
  now: Date,
): Promise<IInvitation> {
  const { _id, tokenHash } = await readInvitation(link, now, tx)
  const accepted = await InvitationModel.findOneAndUpdate(
    { _id, tokenHash, state: 'sent', expiresAt: { $gt: now } },
    { $set: { state: 'accepted' } },
    { session: tx, returnDocument: 'after' },
  ).lean<IInvitation | null>()
  if (!accepted) throw new AppError('invitation_unknown')
  return accepted
}
