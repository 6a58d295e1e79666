import { type Caller, findUser, requireOwnUserId } from '@jhatpat/shared/domain/accounts/index.ts'
import { AppError } from '@jhatpat/shared/platform/app-error.ts'

/**
 * Resolves a user id in a path or body, which may be an `_id` or a `userid`, to the `_id`.
 * @throws AppError not_found when it is not the caller's own and the caller is not an admin
 */
export async function ownUserIdOf(caller: Caller, id: string): Promise<string> {
  requireOwnUserId(caller, id)
  if (id === caller.userId || id === caller.userid) return caller.userId
  const user = await findUser(id)
  if (!user) throw new AppError('not_found')
  return user._id.toHexString()
}
