import type { StaffMember } from '../../contracts/permissions.ts'
import { AppError } from '../../platform/app-error.ts'
import { type IUser, requirePermission, UserModel } from '../accounts/index.ts'

/**
 * Whoever has an account, by the `_id` in hex.
 * @throws AppError not_found
 */
export async function findCustomer(userId: string): Promise<IUser> {
  const user = await UserModel.findById(userId).lean<IUser | null>()
  if (!user) throw new AppError('not_found')
  return user
}

/**
 * Whom an admin is about to sign out or to mail: another admin is for those alone who may change the team.
 * @throws AppError not_found, role_not_permitted
 */
export async function findEditableCustomer(
  admin: StaffMember & { userId: string },
  userId: string,
): Promise<IUser> {
  const user = await findCustomer(userId)
  if (user.role === 'admin' && admin.userId !== userId) requirePermission(admin, 'staff.manage')
  return user
}
