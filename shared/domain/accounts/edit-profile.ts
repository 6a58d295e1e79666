import { AppError } from '../../platform/app-error.ts'
import type { Caller } from './caller.ts'
import { type IUser, UserModel } from './user-model.ts'

/**
 * Changes the caller's own name. Admins change other users through an audited call.
 * @param userid the caller's own id, long or short
 * @throws AppError `not_found` when it is not the caller's
 */
export async function editProfile(
  caller: Caller,
  { userid, name }: { userid: string; name: string },
): Promise<IUser> {
  const isOwn = userid === caller.userId || userid === caller.userid
  const user =
    isOwn &&
    (await UserModel.findOneAndUpdate(
      { _id: caller.userId },
      { $set: { name } },
      { returnDocument: 'after' },
    ).lean<IUser | null>())
  if (!user) throw new AppError('not_found', { field: 'userid' })
  return user
}
