import type { ClientSession } from 'mongoose'
import { AppError } from '../../platform/app-error.ts'
import { isDuplicateKey } from '../../platform/mongo.ts'
import { releaseNames, reserveNames } from '../../platform/names.ts'
import { type IUser, mobileKeys, uniqueKeys } from '../accounts/index.ts'

/**
 * Reserves the new e-mail address and number for the user, and releases the previous ones.
 * @throws AppError `email_taken`, `mobile_taken`
 */
export async function swapNames(
  tx: ClientSession,
  before: IUser,
  change: Partial<Pick<IUser, 'email' | 'mobilenumber'>>,
): Promise<void> {
  if (change.email === undefined && change.mobilenumber === undefined) return
  const owner = before._id.toHexString()
  const keysOf = ({ email, mobilenumber }: Pick<IUser, 'email' | 'mobilenumber'>) => [
    ...(change.email === undefined ? [] : [uniqueKeys.email(email)]),
    ...(change.mobilenumber === undefined ? [] : mobileKeys(mobilenumber)),
  ]
  const after = { ...before, ...change }
  try {
    await reserveNames(tx, owner, keysOf(after))
  } catch (error) {
    throw takenError(error, after) ?? error
  }
  await releaseNames(tx, owner, keysOf(before))
}

function takenError(
  error: unknown,
  { email, mobilenumber }: Pick<IUser, 'email' | 'mobilenumber'>,
): AppError | undefined {
  if (isDuplicateKey(error, uniqueKeys.email(email))) {
    return new AppError('email_taken', { field: 'email', cause: error })
  }
  if (isDuplicateKey(error, uniqueKeys.mobile(mobilenumber))) {
    return new AppError('mobile_taken', { field: 'mobilenumber', cause: error })
  }
  return undefined
}
