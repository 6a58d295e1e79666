import type { AdminUser } from '../../contracts/users.ts'
import { type IUser, storedUser } from '../accounts/index.ts'

/** A user as admins see them. */
export function userView(user: IUser, balancePaise: number): AdminUser {
  return {
    ...storedUser(user, balancePaise),
    createdAt: user.createdAt.toISOString(),
    updatedAt: user.updatedAt.toISOString(),
  }
}
