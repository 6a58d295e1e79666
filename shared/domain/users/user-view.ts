import type { AdminUser } from '../../contracts/users.ts'
import { type IUser, browserUser } from '../accounts/index.ts'

/** A user as admins see them. */
export function userView(user: IUser, balancePaise: number): AdminUser {
  return {
    ...browserUser(user, balancePaise),
    createdAt: user.createdAt.toISOString(),
    updatedAt: user.updatedAt.toISOString(),
  }
}
