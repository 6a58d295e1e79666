import { randomBytes } from 'node:crypto'
import type { ClientSession } from 'mongoose'
import { type OfficeRole, officeRoleOf } from '../../contracts/permissions.ts'
import { type IUser, UserModel } from '../accounts/index.ts'
import { AdminRequestModel, openAt, writeRequest } from '../approvals/index.ts'
import type { Author } from '../audit/index.ts'
import type { EditableUser } from './user-change.ts'

/** Whether somebody would become an admin, or an owner, where there are two owners who both have to agree. */
export async function needsTwoForAdmin(
  session: ClientSession,
  before: IUser,
  { role, officeRole }: Partial<EditableUser>,
): Promise<boolean> {
  const gains = role === 'admin' || (officeRole === 'owner' && officeRoleOf(before) !== undefined)
  if (!gains) return false
  return areTwoOwners(session)
}

/** Whether there are two owners, who both have to agree to whoever comes to the team. */
export async function areTwoOwners(session: ClientSession): Promise<boolean> {
  const owning = {
    role: 'admin',
    officeRole: { $in: [null, 'owner'] },
    verified: true,
    isBlocked: false,
  } as const
  const owners = await UserModel.find(owning, { _id: 1 }, { session }).limit(2).lean()
  return owners.length === 2
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
 * Asks that a user may become an admin, unless somebody has asked already. The caller's transaction writes the user
 * too: of two who ask at once, the second sees the first.
 */
export async function askForAdmin(
  session: ClientSession,
  admin: Author,
  { user, officeRole = 'owner', reason, at }: Asking,
): Promise<void> {
  const open = { ...openAt(at), kind: 'admin' as const, userId: user._id, officeRole }
  if (await AdminRequestModel.exists(open).session(session)) return
  const request = { kind: 'admin' as const, userId: String(user._id), amountPaise: 0, officeRole }
  const _id = `RA${randomBytes(8).toString('hex')}`
  await writeRequest(session, admin, { _id, ...request, reason, at })
}

type Asking = { user: IUser; officeRole?: OfficeRole | undefined; reason: string; at: Date }
