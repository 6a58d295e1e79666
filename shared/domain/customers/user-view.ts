import type { AdminUser } from '../../contracts/users.ts'
import { browserUser, type IUser } from '../accounts/index.ts'

export function userView(user: IUser, balancePaise: number): AdminUser {
  return {
    ...browserUser(user, balancePaise),
    createdAt: user.createdAt.toISOString(),
    updatedAt: user.updatedAt.toISOString(),
  }
}
