import type { ClientSession } from 'mongoose'
import { AppError } from '../../platform/app-error.ts'
import { type ISession, SessionModel } from './session-model.ts'
import { nextValidFrom, isSessionActive } from './session-active.ts'
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
