import { userAtom } from '@jhatpat/shared/browser/session.ts'
import {
  isAllowed,
  missingPermission,
  type Permission,
  type StaffAccess,
} from '@jhatpat/shared/contracts/permissions.ts'
import { useAtomValue } from 'jotai'

/** The signed-in admin; `assignee` of an order has the same `_id`. */
export type Me = { _id: string; name: string }

export function useMe(): Me {
  const user = useAtomValue(userAtom)
  return { _id: user?._id ?? '', name: user?.name ?? '' }
}

/** Returns a check of the signed-in admin's permissions; the server checks them again at each call. */
export function usePermission(): (permission: Permission) => boolean {
  const user = useAtomValue(userAtom)
  return (permission) => user !== null && user !== undefined && isAllowed(user, permission)
}

/** Returns a check whether the signed-in admin may make a call, by the call's own `auth`. */
export function useAccess(): (access: StaffAccess) => boolean {
  const user = useAtomValue(userAtom)
  return (access) => !!user && missingPermission(user, access) === undefined
}
