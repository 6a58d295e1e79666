import type { ClientSession } from 'mongoose'
import {
  AccountNotificationModel,
  type IUser,
  type NewNotification,
  newNotification,
} from '../accounts/index.ts'
import type { EditableUser } from './user-change.ts'

/** Writes a notification to the previous contacts, in the transaction of the contact change. */
export async function createContactNotification(
  tx: ClientSession,
  { user, change, now }: { user: IUser; change: Partial<EditableUser>; now: Date },
): Promise<NewNotification[]> {
  const isContactChanged = change.email !== undefined || change.mobilenumber !== undefined
  if (!isContactChanged || !user.contactChange) return []
  const notification = newNotification('contact', user._id.toHexString(), now)
  await AccountNotificationModel.insertMany([notification], { session: tx })
  return [notification]
}
