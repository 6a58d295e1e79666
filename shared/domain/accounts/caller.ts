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

/** Who a request comes from, as its session says. */
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
  /** Until then a staff member's change of their contacts freezes spending. */
  frozenUntil?: Date | undefined
  /** What an admin is in the back office; undefined for everybody else. */
  staffRole?: StaffRole | undefined
  /** Of an admin who has given no code of a second factor where one must: the call is one that is open before it. */
  requiresSecondFactor: boolean
}

/** What stands in the way of a caller whose role in the back office lacks a permission. */
export function notAllowed(caller: StaffMember, permission: Permission): AppError {
  const role = staffRoleOf(caller)
  return role
    ? new AppError('role_not_permitted', { message: forbiddenText(role, permission) })
    : new AppError('forbidden')
}

/**
 * For what a call's contract cannot say, as it depends on what is asked.
 * @throws AppError `role_not_permitted`, or `forbidden` for who is no admin
 */
export function requirePermission(caller: StaffMember, permission: Permission): void {
  if (!isAllowed(caller, permission)) throw notAllowed(caller, permission)
}

/**
 * Whether the caller may look at what belongs to the user named by `_id` or `userid` in a path or body: their own id,
 * or any for who may see customers.
 */
function ownsUserId(caller: Caller, id: string): boolean {
  return id === caller.userId || id === caller.userid || isAllowed(caller, 'customers.view')
}

/** @throws AppError `not_found` when the id is another user's, as if it did not exist */
export function requireOwnUserId(caller: Caller, id: string, field?: string): void {
  if (!ownsUserId(caller, id)) throw new AppError('not_found', field ? { field } : {})
}
