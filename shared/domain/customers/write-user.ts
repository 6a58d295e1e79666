import type { ClientSession } from 'mongoose'
import { AppError } from '../../platform/app-error.ts'
import { monotonicNow } from '../../platform/clock.ts'
import { contactChangeAfter, type IUser, nextValidFrom, UserModel } from '../accounts/index.ts'
import {
  type EditableUser,
  requireVerified,
  revokesSessions,
  setsVerified,
  staffRoleTimes,
} from './user-change.ts'

/**
 * Writes an admin's change of a user in the caller's transaction, unless the user has changed since it was read. A
 * change of the right to sign in revokes the sessions in the same write; `publishRevoked` notifies their pages after
 * the commit.
 * @param byOperator the operator's change: the role can approve at once
 * @param isTeam whether the admin may manage staff; otherwise a changed address counts as verified by staff only
 * @throws AppError `user_changed` when a concurrent update won; `account_erased`; `verified_email_required`
 */
export async function writeUser(
  tx: ClientSession,
  before: IUser,
  { change, now, isTeam = true, byOperator = false }: UserWrite,
): Promise<IUser> {
  if (before.erasedAt) throw new AppError('account_erased')
  requireVerified(before, change)
  const unchangedSinceRead = { _id: before._id, updatedAt: before.updatedAt }
  // Always a different time: a write without a change would not conflict with a concurrent one.
  const updatedAt = monotonicNow(before.updatedAt, now)
  // Also when a block is lifted: a sign-in from before it must not become active.
  const revocation =
    revokesSessions(change) || 'isBlocked' in change
      ? { sessionsValidFrom: nextValidFrom(before, updatedAt) }
      : {}
  const contactChange = contactChangeAfter(before, { change, now })
  const { staffSince, ...times } = staffRoleTimes(before, change, now)
  const unset = {
    ...(change.role !== undefined && change.role !== 'admin' && { staffRole: 1 as const }),
    ...(setsVerified(change) && isTeam && { isVerifiedByStaff: 1 as const }),
    ...(staffSince && byOperator && { staffSince: 1 as const }),
    ...(before.contactChange && !contactChange && { contactChange: 1 as const }),
  }
  const verifiedByStaff = setsVerified(change) && !isTeam ? { isVerifiedByStaff: true as const } : {}
  const user = await UserModel.findOneAndUpdate(
    unchangedSinceRead,
    {
      $set: {
        ...change,
        ...verifiedByStaff,
        ...revocation,
        ...times,
        ...(staffSince && !byOperator && { staffSince }),
        ...(contactChange && { contactChange }),
        updatedAt,
      },
      $unset: unset,
    },
    { session: tx, returnDocument: 'after', timestamps: false },
  ).lean<IUser | null>()
  if (!user) throw new AppError('user_changed')
  return user
}

type UserWrite = { change: Partial<EditableUser>; now: Date; isTeam?: boolean; byOperator?: boolean }
