import { randomBytes } from 'node:crypto'
import type { ClientSession } from 'mongoose'
import { ownerChangeText } from '../../contracts/owner-change.ts'
import { type StaffRole, staffRoleOf } from '../../contracts/permissions.ts'
import { hasTwoOwners, type IUser, type NewNotification, notifyOwners } from '../accounts/index.ts'
import { ApprovalRequestModel, createApprovalRequest, isOpenAt } from '../approvals/index.ts'
import type { Actor } from '../audit/index.ts'
import type { EditableUser } from './user-change.ts'

/** Whether a change makes an admin or an owner while two accounts count as owners, so that both have to agree. */
export async function roleNeedsApproval(
  tx: ClientSession,
  before: IUser,
  { change: { role, staffRole }, now }: { change: Partial<EditableUser>; now: Date },
): Promise<boolean> {
  const isGain = role === 'admin' || (staffRole === 'owner' && staffRoleOf(before) !== undefined)
  if (!isGain) return false
  return hasTwoOwners(tx, now)
}

/** Whether a staff role for this user is pending approval. */
export async function hasOpenRoleRequest(
  tx: ClientSession,
  { _id: userId }: Pick<IUser, '_id'>,
  now: Date,
): Promise<boolean> {
  const open = { ...isOpenAt(now), kind: 'staff_role' as const, userId }
  return (await ApprovalRequestModel.exists(open).session(tx)) !== null
}

/**
 * Requests approval for a user's staff role, unless it is pending already; for an owner's role the owners are notified.
 * The caller's transaction also writes the user, so that of two concurrent requests the second finds the first.
 */
export async function requestStaffRole(
  tx: ClientSession,
  admin: Actor,
  { user, staffRole = 'owner', reason, at }: StaffRoleRequest,
): Promise<NewNotification[]> {
  const open = { ...isOpenAt(at), kind: 'staff_role' as const, userId: user._id, staffRole }
  if (await ApprovalRequestModel.exists(open).session(tx)) return []
  const request = { kind: 'staff_role' as const, userId: String(user._id), amountPaise: 0, staffRole }
  const _id = `RA${randomBytes(8).toString('hex')}`
  await createApprovalRequest(tx, admin, { _id, ...request, reason, at })
  if (staffRole !== 'owner') return []
  const text = ownerChangeText(user.name, { staffRole })
  return notifyOwners(tx, { by: admin.name, text, userId: String(user._id), at, request: _id })
}

type StaffRoleRequest = { user: IUser; staffRole?: StaffRole | undefined; reason: string; at: Date }
