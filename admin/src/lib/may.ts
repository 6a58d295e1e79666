import { userAtom } from '@jhatpat/shared/browser/session.ts'
import { isAllowed, type Permission } from '@jhatpat/shared/contracts/permissions.ts'
import { useAtomValue } from 'jotai'

/** Returns a check of the signed-in admin's permissions; the server checks them again at each call. */
export function usePermission(): (permission: Permission) => boolean {
  const user = useAtomValue(userAtom)
  return (permission) => user !== null && user !== undefined && isAllowed(user, permission)
}
