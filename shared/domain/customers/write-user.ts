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
 * Writes an admin's change of a user over what was read, in the caller's transaction. Where it changes who gets in, the
 * same write ends the user's sessions; `publishRevoked` tells their pages after the commit.
 * @param byOperator the operator's change: a role that it gives can approve at once
 * @param isTeam whether whoever changes it may choose the team: by others an address is only vouched for
 * @throws AppError user_changed when somebody else was first; verified_email_required
 */
export async function writeUser(
  tx: ClientSession,
  before: IUser,
  { change, now, isTeam = true, byOperator = false }: Writing,
): Promise<IUser> {
  requireVerified(before, change)
  const seen = { _id: before._id, updatedAt: before.updatedAt }
  // Always another time than before: a write that changes nothing would meet no other.
  const updatedAt = monotonicNow(before.updatedAt, now)
  // Also when a block is lifted: a sign-in from before it must not come to life.
  const shut =
    revokesSessions(change) || 'isBlocked' in change
      ? { sessionsValidFrom: nextValidFrom(before, updatedAt) }
      : {}
  const contactChange = contactChangeAfter(before, change, now)
  const { officeSince, ...times } = staffRoleTimes(before, change, now)
  const unset = {
    ...(change.role !== undefined && change.role !== 'admin' && { staffRole: 1 as const }),
    ...(setsVerified(change) && isTeam && { isVerifiedByStaff: 1 as const }),
    ...(officeSince && byOperator && { officeSince: 1 as const }),
    ...(before.contactChange && !contactChange && { contactChange: 1 as const }),
  }
  const vouched = setsVerified(change) && !isTeam ? { isVerifiedByStaff: true as const } : {}
  const user = await UserModel.findOneAndUpdate(
    seen,
    {
      $set: {
        ...change,
        ...vouched,
        ...shut,
        ...times,
        ...(officeSince && !byOperator && { officeSince }),
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

type Writing = { change: Partial<EditableUser>; now: Date; isTeam?: boolean; byOperator?: boolean }
