import type { AdminUser } from '@jhatpat/shared/contracts/users.ts'
import { usePermission } from '../../../lib/may.ts'
import { useMe } from '../../../lib/me.ts'

/**
 * Whether this admin may change the user; another admin can be changed only with the permission to
 * manage the team.
 */
export function useMayChange({ _id, role }: AdminUser): boolean {
  const may = usePermission()
  const me = useMe()
  return may('customers.edit') && (role !== 'admin' || _id === me._id || may('staff.manage'))
}
