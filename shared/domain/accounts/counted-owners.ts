import type { ClientSession } from 'mongoose'
import { ownerDelayMs } from '../../contracts/owner-change.ts'
import { type StaffMember, staffRoleOf } from '../../contracts/permissions.ts'
import { AppError } from '../../platform/app-error.ts'
import { type IUser, UserModel } from './user-model.ts'

/**
 * The accounts that count as owners: active owners, and accounts that were owners within the last 72 hours. An owner
 * who removes the others therefore does not become the only one at once.
 */
export function countedOwners(tx: ClientSession | null, now: Date): Promise<IUser[]> {
  const activeOwner = {
    role: 'admin',
    staffRole: { $in: [null, 'owner'] },
    verified: true,
    isBlocked: false,
  } as const
  const ownerUntil = { $gt: new Date(now.getTime() - ownerDelayMs) }
  return UserModel.find({ $or: [activeOwner, { ownerUntil }] }, null, { session: tx }).lean<IUser[]>()
}

export const hasTwoOwners = async (tx: ClientSession | null, now: Date): Promise<boolean> =>
  (await countedOwners(tx, now)).length >= 2

/** Whether an admin is the only account that counts as an owner, and therefore needs no second approver. */
export const isOnlyOwner = async (
  tx: ClientSession | null,
  admin: StaffMember,
  now: Date,
): Promise<boolean> => staffRoleOf(admin) === 'owner' && !(await hasTwoOwners(tx, now))

/**
 * Requires a role that is at least 72 hours old. An approval by a newer account does not count, because an admin could
 * have created the account for it.
 * @throws AppError `role_too_new`
 */
export async function requireSettledRole(userId: string, now: Date): Promise<void> {
  const user = await UserModel.findById(userId, { staffSince: 1 }).lean<Pick<IUser, 'staffSince'> | null>()
  const until = (user?.staffSince?.getTime() ?? 0) + ownerDelayMs
  if (until > now.getTime()) {
    throw new AppError('role_too_new', { details: { until: new Date(until).toISOString() } })
  }
}
