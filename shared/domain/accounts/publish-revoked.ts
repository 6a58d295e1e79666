import { rooms } from '../../contracts/realtime.ts'
import type { Publisher } from '../../platform/realtime.ts'
import { type ISession, SessionModel } from './session-model.ts'
import { isSessionActive } from './session-active.ts'
import type { IUser } from './user-model.ts'

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
