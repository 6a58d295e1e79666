import type { ClientSession } from 'mongoose'
import {
  AccountNotificationModel,
  type IUser,
  type NewNotification,
  newNotification,
} from '../accounts/index.ts'
import type { EditableUser } from './user-change.ts'

/** Notifies the previous contacts of a contact change, in its transaction. */
export async function createContactNotification(
  tx: ClientSession,
  { user, change, now }: { user: IUser; change: Partial<EditableUser>; now: Date },
): Promise<NewNotification[]> {
  const isReached = change.email !== undefined || change.mobilenumber !== undefined
  if (!isReached || !user.contactChange) return []
  const notification = newNotification('contact', user._id.toHexString(), now)
  await AccountNotificationModel.insertMany([notification], { session: tx })
  return [notification]
}
