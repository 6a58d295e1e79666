import { randomBytes } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { ClientSession } from 'mongoose'
import { type OwnerChange, ownerChangeText } from '../../contracts/owner-change.ts'
import { staffRoleOf } from '../../contracts/permissions.ts'
import { AppError } from '../../platform/app-error.ts'
import { monotonicNow } from '../../platform/clock.ts'
import { type IUser, type NewNotification, notifyOwners, UserModel } from '../accounts/index.ts'
import {
  ApprovalRequestModel,
  createApprovalRequest,
  type IApprovalRequest,
  isOpenAt,
} from '../approvals/index.ts'
import type { Actor } from '../audit/index.ts'
import { type EditableUser, isActiveOwner, previousValues } from './user-change.ts'

/** Whether a change makes or removes an owner, or changes an owner's contacts. */
export function concernsOwner(before: EditableUser, change: Partial<EditableUser>): boolean {
  const { name: _, ...rest } = change
  const isOwner = staffRoleOf(before) === 'owner' || staffRoleOf({ ...before, ...change }) === 'owner'
  return isOwner && Object.keys(rest).length > 0
}

/** Pure. Splits an edit of an owner's account into the part that needs another owner's approval and the rest. */
export function splitOwnerEdit(
  before: EditableUser,
  change: Partial<EditableUser>,
): { pending: OwnerChange; rest: Partial<EditableUser> } {
  if (staffRoleOf(before) !== 'owner') return { pending: {}, rest: change }
  const { name, ...pending } = change
  return { pending, rest: name === undefined ? {} : { name } }
}

type OwnerChangeRequest = { user: IUser; change: OwnerChange; reason: string; at: Date }

/**
 * Requests approval for a change of an owner's account, unless the same change is pending already, and notifies the
 * owners.
 */
export async function requestOwnerChange(
  tx: ClientSession,
  admin: Actor,
  { user, change, reason, at }: OwnerChangeRequest,
): Promise<NewNotification[]> {
  const open = await ApprovalRequestModel.find({ ...isOpenAt(at), kind: 'owner', userId: user._id }, null, {
    session: tx,
  }).lean<IApprovalRequest[]>()
  if (open.some((request) => isSame(request.ownerChange?.change ?? {}, change))) return []
  const _id = `RO${randomBytes(8).toString('hex')}`
  await createApprovalRequest(tx, admin, {
    _id,
    kind: 'owner',
    userId: String(user._id),
    amountPaise: 0,
    reason,
    at,
    ownerChange: { change, previous: previousValues(user, change) },
  })
  const text = ownerChangeText(user.name, change)
  return notifyOwners(tx, { by: admin.name, text, userId: String(user._id), at, request: _id })
}

/** Whether the account's fields are the same as when the change was requested. */
export const isUnchanged = (user: IUser, previous: OwnerChange): boolean =>
  isSame(previousValues(user, previous), previous)

const isSame = (a: OwnerChange, b: OwnerChange): boolean => isDeepStrictEqual({ ...a }, { ...b })

/**
 * Requires that the admin is still an owner at the commit. Two owners who remove each other both write both accounts,
 * so one of them is refused and an owner always remains.
 * @throws AppError `forbidden`
 */
export async function stayOwner(tx: ClientSession, adminId: string, now: Date): Promise<void> {
  const self = await UserModel.findById(adminId, null, { session: tx }).lean<IUser | null>()
  if (!self || !isActiveOwner(self)) throw new AppError('forbidden')
  // Always a different time: a write without a change would not conflict with the other transaction.
  const updatedAt = monotonicNow(self.updatedAt, now)
  await UserModel.updateOne({ _id: adminId }, { $set: { updatedAt } }, { session: tx, timestamps: false })
}
