import { forbiddenText } from '../../contracts/permission-texts.ts'
import {
  isAllowed,
  type Permission,
  type StaffMember,
  type StaffRole,
  staffRoleOf,
} from '../../contracts/permissions.ts'
import type { Role } from '../../contracts/roles.ts'
import { AppError } from '../../platform/app-error.ts'

/** The signed-in user behind a request, as found by its session. */
export type Caller = {
  /** The user's `_id` in hex. */
  userId: string
  /** The short id that customers see. */
  userid: string
  sessionId: string
  name: string
  email: string
  mobilenumber: string
  role: Role
  /** Spending is frozen until then, after a change of the user's contacts. */
  frozenUntil?: Date | undefined
  /** Undefined unless `role` is admin. */
  staffRole?: StaffRole | undefined
  /** An admin without the required second factor: only calls allowed before it can be made. */
  requiresSecondFactor: boolean
}

/** The error for a caller without a permission. */
export function notAllowed(caller: StaffMember, permission: Permission): AppError {
  const role = staffRoleOf(caller)
  return role
    ? new AppError('role_not_permitted', { message: forbiddenText(role, permission) })
    : new AppError('forbidden')
}

/**
 * For permissions that depend on a call's input, which its contract cannot express.
 * @throws AppError `role_not_permitted`, or `forbidden` for a caller who is not an admin
 */
export function requirePermission(caller: StaffMember, permission: Permission): void {
  if (!isAllowed(caller, permission)) throw notAllowed(caller, permission)
}

/**
 * Whether the caller may read what belongs to the user with this `_id` or `userid`: their own, or any with the
 * permission to see customers.
 */
function ownsUserId(caller: Caller, id: string): boolean {
  return id === caller.userId || id === caller.userid || isAllowed(caller, 'customers.view')
}

/** @throws AppError `not_found` for another user's id, so that it does not reveal whether the id exists */
export function requireOwnUserId(caller: Caller, id: string, field?: string): void {
  if (!ownsUserId(caller, id)) throw new AppError('not_found', field ? { field } : {})
}
