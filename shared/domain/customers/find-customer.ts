import { AppError } from '../../platform/app-error.ts'
import { type IUser, UserModel } from '../accounts/index.ts'

/**
 * Whoever has an account, by the `_id` in hex.
 * @throws AppError not_found
 */
export async function findCustomer(userId: string): Promise<IUser> {
  const user = await UserModel.findById(userId).lean<IUser | null>()
  if (!user) throw new AppError('not_found')
  return user
}
