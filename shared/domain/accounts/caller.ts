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
  /** Of an admin who has given no code of a second factor where one must: the call is one that is open before it. */
  owesFactor: boolean
}

/**
 * Whether the caller may act for the user named by `_id` or `userid` in a path or body: their own id, or any for
 * admins.
 */
function ownsUserId(caller: Caller, id: string): boolean {
  return caller.role === 'admin' || id === caller.userId || id === caller.userid
}

/** @throws AppError `not_found` when the id is another user's, as if it did not exist */
export function requireOwnUserId(caller: Caller, id: string, field?: string): void {
  if (!ownsUserId(caller, id)) throw new AppError('not_found', field ? { field } : {})
}
