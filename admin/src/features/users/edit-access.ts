import type { StaffAccess } from '@jhatpat/shared/contracts/permissions.ts'
import { type AdminUser, updateUserData } from '@jhatpat/shared/contracts/users.ts'

/** What editing an account takes: staff need the permission for the team as well. */
export const editAccess = ({ role }: Pick<AdminUser, 'role'>): StaffAccess =>
  role === 'admin' ? { permission: [updateUserData.auth.permission, 'staff.manage'] } : updateUserData.auth
