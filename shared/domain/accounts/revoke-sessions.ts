import type { ClientSession } from 'mongoose'
import { rooms } from '../../contracts/realtime.ts'
import { AppError } from '../../platform/app-error.ts'
import type { Publisher } from '../../platform/realtime.ts'
import { type ISession, isSessionActive, nextValidFrom, SessionModel } from './session-model.ts'
import { type IUser, UserModel } from './user-model.ts'

type Revocation = {
  now: Date
  /** What of the user changes in the same write. */
  set?: Partial<Pick<IUser, 'role' | 'staffRole' | 'isBlocked' | 'passwordHash' | 'hasSecondFactor'>>
  /** The one session that stays, and what of it changes. */
  keep?: { sessionId: string; set?: Partial<Pick<ISession, 'hasSecondFactor'>> }
}

/**
 * Ends every session of a user in the caller's transaction, also one that a sign-in under way is about to open. After
 * the commit `publishRevoked` tells their pages. Another writer who decides who gets in moves `sessionsValidFrom` to
 * `nextValidFrom` in the same write.
 * @param userId the user's `_id` in hex
 * @returns the user as they are then
 * @throws AppError `not_found`; `not_signed_in` when the session that is to stay has ended meanwhile
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
    const here = await SessionModel.findById(keep.sessionId, null, { session: tx }).lean<ISession | null>()
    if (!here || !isSessionActive(here, before)) throw new AppError('not_signed_in')
    const stays = { ...keep.set, validFrom: sessionsValidFrom }
    await SessionModel.updateOne({ _id: here._id }, { $set: stays }, { session: tx })
  }
  await UserModel.updateOne({ _id: before._id }, { $set: { ...set, sessionsValidFrom } }, { session: tx })
  return { ...before, ...set, sessionsValidFrom }
}

/**
 * Removes the sessions that a user no longer lets in, and closes their sockets. They are over without it; this tells
 * their pages at once.
 * @returns how many there were
 */
export async function publishRevoked(user: IUser, deps: { publisher: Publisher }): Promise<number> {
  const all = await SessionModel.find({ userId: user._id }).lean()
  const over = all.filter((session) => !isSessionActive(session, user))
  return deleteSessions(over, deps)
}

/** Removes these sessions and closes their sockets. @returns how many were still there */
export async function deleteSessions(
  over: readonly Pick<ISession, '_id'>[],
  deps: { publisher: Publisher },
): Promise<number> {
  const { deletedCount } = await SessionModel.deleteMany({ _id: { $in: over.map(({ _id }) => _id) } })
  for (const { _id } of over) deps.publisher.disconnect(rooms.session(_id))
  return deletedCount
}
