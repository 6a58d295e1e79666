import { userAtom } from '@jhatpat/shared/browser/session.ts'
import { isAllowed, type Permission } from '@jhatpat/shared/contracts/permissions.ts'
import { useAtomValue } from 'jotai'

/** Asks what the signed-in admin's role may do; the server asks again at each call. */
export function usePermission(): (permission: Permission) => boolean {
  const user = useAtomValue(userAtom)
  return (permission) => user !== null && user !== undefined && isAllowed(user, permission)
}
