import { randomBytes } from 'node:crypto'
import type { ClientSession } from 'mongoose'
import { ownerChangeText } from '../../contracts/owner-change.ts'
import { type OfficeRole, officeRoleOf } from '../../contracts/permissions.ts'
import { areTwoOwners, type NewNotification, type IUser, notifyOwners } from '../accounts/index.ts'
import { AdminRequestModel, openAt, writeRequest } from '../approvals/index.ts'
import type { Author } from '../audit/index.ts'
import type { EditableUser } from './user-change.ts'

/** Whether an account would become an admin, or an owner, where two accounts count as owners and both have to agree. */
export async function needsTwoForAdmin(
  session: ClientSession,
  before: IUser,
  { change: { role, officeRole }, now }: { change: Partial<EditableUser>; now: Date },
): Promise<boolean> {
  const gains = role === 'admin' || (officeRole === 'owner' && officeRoleOf(before) !== undefined)
  if (!gains) return false
  return areTwoOwners(session, now)
}

/** Whether somebody has asked that a user may become an admin, and nobody has answered yet. */
export async function isAskedForAdmin(
  session: ClientSession,
  { _id: userId }: Pick<IUser, '_id'>,
  now: Date,
): Promise<boolean> {
  const open = { ...openAt(now), kind: 'admin' as const, userId }
  return (await AdminRequestModel.exists(open).session(session)) !== null
}

/**
 * Asks that a user may become an admin, unless that is asked for already; where it would be an owner, the owners are
 * notified. The caller's transaction writes the user too: of two that ask at once, the second sees the first.
 */
export async function askForAdmin(
  session: ClientSession,
  admin: Author,
  { user, officeRole = 'owner', reason, at }: Asking,
): Promise<NewNotification[]> {
  const open = { ...openAt(at), kind: 'admin' as const, userId: user._id, officeRole }
  if (await AdminRequestModel.exists(open).session(session)) return []
  const request = { kind: 'admin' as const, userId: String(user._id), amountPaise: 0, officeRole }
  const _id = `RA${randomBytes(8).toString('hex')}`
  await writeRequest(session, admin, { _id, ...request, reason, at })
  if (officeRole !== 'owner') return []
  const text = ownerChangeText(user.name, { officeRole })
  return notifyOwners(session, { by: admin.name, text, userId: String(user._id), at, request: _id })
}

type Asking = { user: IUser; officeRole?: OfficeRole | undefined; reason: string; at: Date }
