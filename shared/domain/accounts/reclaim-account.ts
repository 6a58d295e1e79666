import type { ClientSession } from 'mongoose'
import { AppError } from '../../platform/app-error.ts'
import { releaseNames } from '../../platform/names.ts'
import { nextValidFrom } from './session-model.ts'
import { type IUser, mobileKeys, UserModel } from './user-model.ts'

/**
 * Gives an account whose address nobody has proved (`isVerified`) to whoever proves it now, by another way than the link
 * that the sign-up mailed. Whoever made it may be a stranger who typed that address: what they set is void, the password,
 * the sessions (call `publishRevoked` after the commit) and the number, by which they could sign in. The number is free
 * again and the account has none.
 * @returns the user as they are then
 * @param passwordHash the owner's, or of a password that nobody has
 * @throws AppError `user_changed` when it is proved, blocked or elsewhere by now
 */
export async function reclaimAccount(
  tx: ClientSession,
  user: IUser,
  { passwordHash, now }: { passwordHash: string; now: Date },
): Promise<IUser> {
  const { _id, email, mobilenumber } = user
  const after = await UserModel.findOneAndUpdate(
    { _id, email, isBlocked: false, $or: [{ verified: false }, { isVerifiedByStaff: true }] },
    {
      $set: {
        verified: true,
        passwordHash,
        mobilenumber: '',
        sessionsValidFrom: nextValidFrom(user, now),
      },
      $unset: { isVerifiedByStaff: 1 },
    },
    { session: tx, returnDocument: 'after' },
  ).lean<IUser | null>()
  if (!after) throw new AppError('user_changed')
  await releaseNames(tx, _id.toHexString(), mobileKeys(mobilenumber))
  return after
}
