import { AppError } from '../../platform/app-error.ts'
import { type Caller, requireOwnUserId } from './caller.ts'
import { findUser } from './find-user.ts'
import { type IUser, UserModel } from './user-model.ts'

/**
 * Gives the caller another name: an admin changes others where it is written into the log.
 * @throws AppError `not_found` when the user is not the caller
 */
export async function editProfile(
  caller: Caller,
  { userid, name }: { userid: string; name: string },
): Promise<IUser> {
  requireOwnUserId({ ...caller, role: 'user' }, userid, 'userid')
  const found = await findUser(userid)
  const user =
    found &&
    (await UserModel.findOneAndUpdate(
      { _id: found._id },
      { $set: { name } },
      { returnDocument: 'after' },
    ).lean<IUser | null>())
  if (!user) throw new AppError('not_found', { field: 'userid' })
  return user
}
