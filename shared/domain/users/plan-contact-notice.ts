import type { ClientSession } from 'mongoose'
import { AccountNoticeModel, type DueNotice, dueNotice, type IUser } from '../accounts/index.ts'
import type { EditableUser } from './user-change.ts'

/** Notifies the previous contacts of a contact change, in its transaction. */
export async function planContactNotice(
  session: ClientSession,
  { user, change, now }: { user: IUser; change: Partial<EditableUser>; now: Date },
): Promise<DueNotice[]> {
  const isReached = change.email !== undefined || change.mobilenumber !== undefined
  if (!isReached || !user.contactChange) return []
  const notice = dueNotice('contact', user._id.toHexString(), now)
  await AccountNoticeModel.insertMany([notice], { session })
  return [notice]
}
