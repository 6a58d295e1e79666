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

/** Whether a change makes, ends or readdresses an owner. */
export function concernsOwner(before: EditableUser, change: Partial<EditableUser>): boolean {
  const { name: _, ...rest } = change
  const isOwner = staffRoleOf(before) === 'owner' || staffRoleOf({ ...before, ...change }) === 'owner'
  return isOwner && Object.keys(rest).length > 0
}

/** Pure. An edit of an owner's account in two parts: what waits for another owner, and the rest. */
export function splitOwnerEdit(
  before: EditableUser,
  change: Partial<EditableUser>,
): { waits: OwnerChange; rest: Partial<EditableUser> } {
  if (staffRoleOf(before) !== 'owner') return { waits: {}, rest: change }
  const { name, ...waits } = change
  return { waits, rest: name === undefined ? {} : { name } }
}

type Asking = { user: IUser; change: OwnerChange; reason: string; at: Date }

/** Asks for a change of an owner's account, unless the same is asked for already, and notifies the owners. */
export async function requestOwnerChange(
  tx: ClientSession,
  admin: Actor,
  { user, change, reason, at }: Asking,
): Promise<NewNotification[]> {
  const open = await ApprovalRequestModel.find({ ...isOpenAt(at), kind: 'owner', userId: user._id }, null, {
    session: tx,
  }).lean<IApprovalRequest[]>()
  if (open.some((one) => isSame(one.ownerChange?.change ?? {}, change))) return []
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

/** Whether the account still is as it was when the change was asked for. */
export const isUnchanged = (user: IUser, previous: OwnerChange): boolean =>
  isSame(previousValues(user, previous), previous)

const isSame = (one: OwnerChange, other: OwnerChange): boolean => isDeepStrictEqual({ ...one }, { ...other })

/**
 * Requires that an owner who ends another's role still is an owner when that is committed: two that do it to each other
 * both write both accounts, so that one is refused. So an owner is always left.
 * @throws forbidden
 */
export async function stayOwner(tx: ClientSession, adminId: string, now: Date): Promise<void> {
  const self = await UserModel.findById(adminId, null, { session: tx }).lean<IUser | null>()
  if (!self || !isActiveOwner(self)) throw new AppError('forbidden')
  // Always another time than before: a write that changes nothing would meet no other.
  const updatedAt = monotonicNow(self.updatedAt, now)
  await UserModel.updateOne({ _id: adminId }, { $set: { updatedAt } }, { session: tx, timestamps: false })
}
