import { hashToken, newToken } from '../../platform/ids.ts'
import { type Client, unknownClient } from './client.ts'
import { recordLastSeen } from './last-seen.ts'
import { type ISession, maxSessions, SessionModel, sessionMs } from './session-model.ts'
import type { IUser } from './user-model.ts'

export type SignedIn = { token: string; user: IUser; expiresAt: Date }

/** From where, and whether a code of the second factor was given; without it an admin's session does what little it may. */
type Opening = Client & Partial<Pick<ISession, 'hasSecondFactor'>>

/**
 * Opens a session for a user who has proved who they are; of more than twenty the oldest is over. Its sockets close
 * within 2 s.
 * @param user as they were read before the proof: after a block or another password since then, the session stays shut
 */
export async function openSession(user: IUser, now: Date, from: Opening = unknownClient): Promise<SignedIn> {
  const token = newToken()
  const expiresAt = new Date(now.getTime() + sessionMs)
  await SessionModel.create({
    ...from,
    _id: hashToken(token),
    userId: user._id,
    validFrom: user.sessionsValidFrom,
    createdAt: now,
    lastUsedAt: now,
    expiresAt,
  })
  // Nobody is kept out because of it.
  await Promise.allSettled([recordLastSeen(user._id, now)])
  await dropOldest(user, now)
  return { token, user, expiresAt }
}

/** After the insert, so that of many at once the last one counts them all. */
async function dropOldest({ _id: userId }: IUser, now: Date): Promise<void> {
  const all = await SessionModel.find({ userId }, { createdAt: 1, expiresAt: 1 }).lean()
  const newestFirst = all
    .filter(({ expiresAt }) => expiresAt > now)
    .sort((a, b) => b.createdAt.getTime() - a.createdAt.getTime() || (a._id < b._id ? 1 : -1))
  const dropped = newestFirst.slice(maxSessions).map(({ _id }) => _id)
  if (dropped.length > 0) await SessionModel.deleteMany({ _id: { $in: dropped } })
}
