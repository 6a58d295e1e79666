import { randomBytes } from 'node:crypto'
import type { ClientSession } from 'mongoose'
import { type IUser, UserModel } from '../accounts/index.ts'
import type { Author } from '../audit/index.ts'
import { AdminRequestModel, openAt } from './request-model.ts'
import type { EditableUser } from './user-change.ts'
import { writeRequest } from './write-request.ts'

/** Whether somebody who is no admin would become one, where there are two admins who both have to agree. */
export async function needsTwoForAdmin(
  session: ClientSession,
  before: IUser,
  { role }: Partial<EditableUser>,
): Promise<boolean> {
  if (role !== 'admin' || before.role === 'admin') return false
  const able = { role: 'admin', verified: true, isBlocked: false } as const
  const admins = await UserModel.find(able, { _id: 1 }, { session }).limit(2).lean()
  return admins.length === 2
}

/**
 * Asks that a user may become an admin, unless somebody has asked already. The caller's transaction writes the user
 * too: of two who ask at once, the second sees the first.
 */
export async function askForAdmin(
  session: ClientSession,
  admin: Author,
  { user, reason, at }: { user: IUser; reason: string; at: Date },
): Promise<void> {
  const open = { ...openAt(at), kind: 'admin' as const, userId: user._id }
  if (await AdminRequestModel.exists(open).session(session)) return
  const request = { kind: 'admin' as const, userId: String(user._id), amountPaise: 0 }
  const _id = `RA${randomBytes(8).toString('hex')}`
  await writeRequest(session, admin, { _id, ...request, reason, at })
}
