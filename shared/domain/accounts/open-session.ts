import { hashToken, newToken } from '../../platform/ids.ts'
import { type Client, unknownClient } from './client.ts'
import { recordLastSeen } from './last-seen.ts'
import { type ISession, maxSessions, SessionModel, sessionMs } from './session-model.ts'
import type { IUser } from './user-model.ts'

export type SignedIn = { token: string; user: IUser; expiresAt: Date }

/** The client, and whether a second-factor code was given; without it an admin's session is limited. */
type SignInContext = Client & Partial<Pick<ISession, 'hasSecondFactor'>>

/**
 * Opens a session for a user who has proved their identity. Beyond twenty sessions the oldest is deleted; its sockets
 * close within 2 s.
 * @param user as read before the proof: if sessions were revoked since then (by a block or a new password), this
 * session is not active
 */
export async function openSession(
  user: IUser,
  now: Date,
  client: SignInContext = unknownClient,
): Promise<SignedIn> {
  const token = newToken()
  const expiresAt = new Date(now.getTime() + sessionMs)
  await SessionModel.create({
    ...client,
    _id: hashToken(token),
    userId: user._id,
    validFrom: user.sessionsValidFrom,
    createdAt: now,
    lastUsedAt: now,
    expiresAt,
  })
  // A failure here must not prevent the sign-in.
  await Promise.allSettled([recordLastSeen(user._id, now)])
  await deleteOldest(user, now)
  return { token, user, expiresAt }
}

/** Runs after the insert, so that of concurrent sign-ins the last one counts all sessions. */
async function deleteOldest({ _id: userId }: IUser, now: Date): Promise<void> {
  const all = await SessionModel.find({ userId }, { createdAt: 1, expiresAt: 1 }).lean()
  const newestFirst = all
    .filter(({ expiresAt }) => expiresAt > now)
    .sort((a, b) => b.createdAt.getTime() - a.createdAt.getTime() || (a._id < b._id ? 1 : -1))
  const dropped = newestFirst.slice(maxSessions).map(({ _id }) => _id)
  if (dropped.length > 0) await SessionModel.deleteMany({ _id: { $in: dropped } })
}
