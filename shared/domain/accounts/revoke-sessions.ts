import { rooms } from '../../contracts/realtime.ts'
import type { Publisher } from '../../platform/realtime.ts'
import { SessionModel } from './session-model.ts'

/**
 * Ends every session of a user, as a block, a role change or a new password must.
 * @param userId the user's `_id` in hex
 * @returns how many there were
 */
export async function revokeSessions(userId: string, deps: { publisher: Publisher }): Promise<number> {
  const open = await SessionModel.find({ userId }, { _id: 1 }).lean()
  const { deletedCount } = await SessionModel.deleteMany({ _id: { $in: open.map(({ _id }) => _id) } })
  deps.publisher.disconnect(rooms.user(userId))
  return deletedCount
}
