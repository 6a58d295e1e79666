import { SessionModel } from './session-model.ts'
import { isSessionActive } from './session-active.ts'
import { UserModel } from './user-model.ts'

/**
 * Which of these sessions of a user nobody has ended: no sign-out, block, other role or "sign out everywhere". One whose
 * six hours are over counts until it is forgotten, a day later: time alone is no sign that somebody else sits there.
 * @param userId the user's `_id` in hex
 */
export async function unrevokedSessions(
  userId: string,
  sessionIds: readonly string[],
): Promise<Set<string>> {
  const user = await UserModel.findById(userId, { isBlocked: 1, sessionsValidFrom: 1 }).lean()
  const found = await SessionModel.find({ _id: { $in: sessionIds } }, { userId: 1, validFrom: 1 }).lean()
  const standing = found.filter(
    (session) => session.userId.toHexString() === userId && isSessionActive(session, user),
  )
  return new Set(standing.map(({ _id }) => _id))
}
