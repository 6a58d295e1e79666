import type { ClientSession } from 'mongoose'
import { AppError } from '../../platform/app-error.ts'
import { hashToken, newToken } from '../../platform/ids.ts'
import { isDuplicateKey } from '../../platform/mongo.ts'
import type { NotifyResult } from '../notifications/index.ts'
import { AccountNotificationModel, type IAccountNotification } from './account-notification-model.ts'
import { newNotification } from './account-notifications.ts'
import { type IInvitation, InvitationModel, invitationId, invitationMs } from './invitation-model.ts'

/**
 * Writes an invitation that waits, in the place of one that is over.
 * @throws AppError `invitation_open` where one to this address is not over
 */
export async function createInvitation(
  tx: ClientSession,
  { _id, ...fields }: Omit<IInvitation, 'state' | 'notificationId' | 'tokenHash' | 'mailedAt'>,
): Promise<void> {
  const isOver = [
    { state: { $in: ['accepted', 'revoked'] as const } },
    { expiresAt: { $lte: fields.invitedAt } },
  ]
  const nothingSent = { state: 'pending', notificationId: '', tokenHash: '', mailedAt: null } as const
  try {
    await InvitationModel.updateOne(
      { _id, $or: isOver },
      { $set: { ...fields, ...nothingSent } },
      { session: tx, upsert: true },
    )
  } catch (error) {
    throw isDuplicateKey(error) ? new AppError('invitation_open', { field: 'email', cause: error }) : error
  }
}

/** One of the invitations that an address had or has: each has another `userId`. */
type Wanted = Pick<IInvitation, '_id' | 'userId'> & { from: 'pending' | 'sent' }

/**
 * Has the link mailed, anew where it was: one that was mailed before is void. The notification is queued after the commit.
 * `by`: who vouches from now on, where that is another one.
 * @throws AppError `invitation_closed` when it is in another state by now
 */
export async function mailInvitation(
  tx: ClientSession,
  { _id, userId, from, by, now }: Wanted & { by?: IInvitation['invitedBy']; now: Date },
): Promise<Omit<IAccountNotification, 'sealedCode'>> {
  const invitation = await InvitationModel.findById(_id, null, { session: tx }).lean<IInvitation | null>()
  const notification = newNotification('invite', invitation?.email ?? '', now)
  const expiresAt = new Date(now.getTime() + invitationMs)
  const vouching = by ? { invitedBy: by } : {}
  const { modifiedCount } = await InvitationModel.updateOne(
    { _id, userId, state: from },
    {
      $set: {
        state: 'sent',
        notificationId: notification._id,
        tokenHash: '',
        mailedAt: null,
        expiresAt,
        ...vouching,
      },
    },
    { session: tx },
  )
  if (modifiedCount !== 1) throw new AppError('invitation_closed')
  await AccountNotificationModel.insertMany([notification], { session: tx })
  return notification
}

/**
 * Ends an invitation.
 * @throws AppError `invitation_closed` when it is in another state by now
 */
export async function markInvitationRevoked(tx: ClientSession, { _id, userId, from }: Wanted): Promise<void> {
  const { modifiedCount } = await InvitationModel.updateOne(
    { _id, userId, state: from },
    { $set: { state: 'revoked' } },
    { session: tx },
  )
  if (modifiedCount !== 1) throw new AppError('invitation_closed')
}

/** A fresh token for a link whose mail goes out now; undefined when another mail takes its place, or none is wanted. */
export async function openInvitation(
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
 * What `openInvitation` wrote of a mail that certainly has not gone out is taken back. One that never will ends the
 * invitation: it can be mailed anew, or made anew.
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
 * What a link invites to. Only who has the link hears what became of it.
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
 * Uses a link up: of two who do, one.
 * @throws as `readInvitation`
 */
export async function consumeInvitation(
  tx: ClientSession,
  link: InvitationLink,
  now: Date,
): Promise<IInvitation> {
  const { _id, tokenHash } = await readInvitation(link, now, tx)
  const spent = await InvitationModel.findOneAndUpdate(
    { _id, tokenHash, state: 'sent', expiresAt: { $gt: now } },
    { $set: { state: 'accepted' } },
    { session: tx, returnDocument: 'after' },
  ).lean<IInvitation | null>()
  if (!spent) throw new AppError('invitation_unknown')
  return spent
}
