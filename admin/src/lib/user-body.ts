import type { BodyInputOf } from '@jhatpat/shared/contracts/route.ts'
import type { AdminUser, updateUserData } from '@jhatpat/shared/contracts/users.ts'

type Body = BodyInputOf<typeof updateUserData>

/** The editable fields of a user. */
type UserChange = Partial<Omit<Body, '_id' | 'userid' | 'seen' | 'reason'>>

/** The body for a change of a user; the call refuses it after a concurrent change. */
export function userBody(user: AdminUser, change: UserChange, reason: string): Body {
  const { _id, userid, name, mobilenumber, email, role, verified, isBlocked, updatedAt } = user
  const trimmed = reason.trim()
  return {
    _id,
    userid,
    name,
    mobilenumber,
    email,
    role,
    verified,
    isBlocked,
    ...change,
    expectedVersion: updatedAt,
    ...(trimmed ? { reason: trimmed } : {}),
  }
}
