import { type Caller, findUser, requireOwnUserId } from '@jhatpat/shared/domain/accounts/index.ts'
import { AppError } from '@jhatpat/shared/platform/app-error.ts'

/**
 * The `_id` behind a user id in a path or body, which may be written as `_id` or `userid`.
 * @throws AppError not_found when it is neither the caller's own nor asked for by an admin
 */
export async function ownUserIdOf(caller: Caller, id: string): Promise<string> {
  requireOwnUserId(caller, id)
  if (id === caller.userId || id === caller.userid) return caller.userId
  const user = await findUser(id)
  if (!user) throw new AppError('not_found')
  return user._id.toHexString()
}
