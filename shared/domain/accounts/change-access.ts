import { AppError } from '../../platform/app-error.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Publisher } from '../../platform/realtime.ts'
import { endSessions } from './end-sessions.ts'
import { nextValidFrom } from './session-stands.ts'
import { type IUser, UserModel } from './user-model.ts'

/** What decides who gets in as whom. */
export type AccessChange = Partial<Pick<IUser, 'role' | 'isBlocked' | 'passwordHash'>>

export type AccessChanged = {
  before: IUser
  after: IUser
  /** How many sessions ended. */
  ended: number
}

/**
 * Blocks, lets in again, gives another role or password, or (with nothing to change) signs out everywhere. Every
 * session of the user is over with the write itself, also one that a sign-in under way is about to open; sockets close
 * within 2 s. Another writer of these fields moves `sessionsValidFrom` to `nextValidFrom` in the same write, and
 * calls `endSessions` after it.
 * @param userId the user's `_id` in hex
 * @throws AppError `not_found`
 */
export async function changeAccess(
  userId: string,
  change: AccessChange,
  deps: { clock: Clock; publisher: Publisher },
): Promise<AccessChanged> {
  for (;;) {
    const before = await UserModel.findById(userId).lean()
    if (!before) throw new AppError('not_found')
    const sessionsValidFrom = nextValidFrom(before, deps.clock.now())
    const after = await UserModel.findOneAndUpdate(
      { _id: before._id, sessionsValidFrom: before.sessionsValidFrom },
      { $set: { ...change, sessionsValidFrom } },
      { returnDocument: 'after', runValidators: true },
    ).lean()
    // Someone else was first: once more, from what they wrote.
    if (!after) continue
    return { before, after, ended: await endSessions(after, deps) }
  }
}

/** Signs a user out everywhere. @returns how many sessions ended */
export async function revokeSessions(
  userId: string,
  deps: { clock: Clock; publisher: Publisher },
): Promise<number> {
  return (await changeAccess(userId, {}, deps)).ended
}
