import type { ClientSession } from 'mongoose'
import type { StaffMember } from '../../contracts/permissions.ts'
import { AppError } from '../../platform/app-error.ts'
import { type IUser, requirePermission, UserModel } from '../accounts/index.ts'

/**
 * A user by `_id` in hex.
 * @throws AppError `not_found`
 */
export async function findCustomer(userId: string, tx: ClientSession | null = null): Promise<IUser> {
  const user = await UserModel.findById(userId, null, { session: tx }).lean<IUser | null>()
  if (!user) throw new AppError('not_found')
  return user
}

/**
 * A user that the admin may sign out or mail. An admin’s account requires the permission to manage staff.
 * @throws AppError `not_found`, `role_not_permitted`
 */
export async function findEditableCustomer(
  admin: StaffMember & { userId: string },
  userId: string,
): Promise<IUser> {
  const user = await findCustomer(userId)
  if (user.role === 'admin' && admin.userId !== userId) requirePermission(admin, 'staff.manage')
  return user
}
