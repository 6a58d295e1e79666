import type { BodyInputOf } from '@jhatpat/shared/contracts/route.ts'
import type { AdminUser, updateUserData } from '@jhatpat/shared/contracts/users.ts'

type Body = BodyInputOf<typeof updateUserData>

/** What may be changed of a user, in full: the call takes all of it. */
export type UserChange = Partial<Omit<Body, '_id' | 'userid' | 'seen' | 'reason'>>

/** A change of a user as the call takes it: it is refused where somebody else was first. */
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
