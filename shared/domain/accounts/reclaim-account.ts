import type { ClientSession } from 'mongoose'
import { AppError } from '../../platform/app-error.ts'
import { releaseNames } from '../../platform/names.ts'
import { nextValidFrom } from './session-model.ts'
import { type IUser, mobileKeys, UserModel } from './user-model.ts'

/**
 * Gives an account with an unverified address (`isVerified`) to the person who verifies it now, other than by the link
 * that the sign-up mailed. The account may have been made by a stranger, so its password, sessions (call
 * `publishRevoked` after the commit) and mobile number, which could sign in, are removed. The number becomes free.
 * @param passwordHash the owner's, or the hash of a random password
 * @returns the updated user
 * @throws AppError `user_changed` when the user has been verified, blocked or given another address meanwhile
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
