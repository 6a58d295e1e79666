import type { ClientSession } from 'mongoose'
import { rooms } from '../../contracts/realtime.ts'
import { AppError } from '../../platform/app-error.ts'
import type { Publisher } from '../../platform/realtime.ts'
import { type ISession, isSessionActive, nextValidFrom, SessionModel } from './session-model.ts'
import { type IUser, UserModel } from './user-model.ts'

type Revocation = {
  now: Date
  /** Fields of the user to change in the same write. */
  set?: Partial<Pick<IUser, 'role' | 'staffRole' | 'isBlocked' | 'passwordHash' | 'hasSecondFactor'>>
  /** The session to keep, and its fields to change. */
  keep?: { sessionId: string; set?: Partial<Pick<ISession, 'hasSecondFactor'>> }
}

/**
 * Revokes every session of a user in the caller's transaction, including one that a concurrent sign-in is about to
 * open. `publishRevoked` notifies their pages after the commit. Every other writer of a user's right to sign in must
 * set `sessionsValidFrom` to `nextValidFrom` in the same write.
 * @param userId the user's `_id` in hex
 * @returns the updated user
 * @throws AppError `not_found`; `not_signed_in` when the session to keep has been revoked meanwhile
 */
export async function revokeSessions(
  tx: ClientSession,
  userId: string,
  { now, set = {}, keep }: Revocation,
): Promise<IUser> {
  const before = await UserModel.findById(userId, null, { session: tx }).lean<IUser | null>()
  if (!before) throw new AppError('not_found')
  const sessionsValidFrom = nextValidFrom(before, now)
  if (keep) {
    const keptSession = await SessionModel.findById(keep.sessionId, null, {
      session: tx,
    }).lean<ISession | null>()
    if (!keptSession || !isSessionActive(keptSession, before)) throw new AppError('not_signed_in')
    const keptFields = { ...keep.set, validFrom: sessionsValidFrom }
    await SessionModel.updateOne({ _id: keptSession._id }, { $set: keptFields }, { session: tx })
  }
  await UserModel.updateOne({ _id: before._id }, { $set: { ...set, sessionsValidFrom } }, { session: tx })
  return { ...before, ...set, sessionsValidFrom }
}

/**
 * Deletes the user's revoked sessions and closes their sockets. The sessions are inactive without it; this notifies
 * their pages at once.
 * @returns how many there were
 */
export async function publishRevoked(user: IUser, deps: { publisher: Publisher }): Promise<number> {
  const all = await SessionModel.find({ userId: user._id }).lean()
  const revoked = all.filter((session) => !isSessionActive(session, user))
  return deleteSessions(revoked, deps)
}

/**
 * Deletes these sessions and closes their sockets.
 * @returns how many still existed
 */
export async function deleteSessions(
  sessions: readonly Pick<ISession, '_id'>[],
  deps: { publisher: Publisher },
): Promise<number> {
  const { deletedCount } = await SessionModel.deleteMany({ _id: { $in: sessions.map(({ _id }) => _id) } })
  for (const { _id } of sessions) deps.publisher.disconnect(rooms.session(_id))
  return deletedCount
}
