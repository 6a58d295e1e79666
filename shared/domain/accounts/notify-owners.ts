import type { ClientSession } from 'mongoose'
import { ownerDelayMs } from '../../contracts/owner-change.ts'
import type { Deps } from '../deps.ts'
import {
  AccountNotificationModel,
  type IAccountNotification,
  type IOwnerAlert,
} from './account-notification-model.ts'
import { enqueueNotification, newNotification } from './account-notifications.ts'
import { countedOwners } from './counted-owners.ts'

export type NewNotification = Omit<IAccountNotification, 'sealedCode'>

type OwnerChangeNotification = {
  by: string
  /** `ownerChangeText` of the change. */
  text: string
  /** The changed account; its owner is notified first. */
  userId: string
  at: Date
  /** Of a pending change: the mails contain a link that stops it. */
  request?: string
}

/**
 * Writes a mail to each account that counts as an owner, and to the changed account. The caller passes them to
 * `enqueueNotifications` after the commit.
 */
export async function notifyOwners(
  tx: ClientSession,
  { by, text, userId, at, request }: OwnerChangeNotification,
): Promise<NewNotification[]> {
  const owners = (await countedOwners(tx, at)).map(({ _id }) => String(_id))
  const waits = request && { request, until: new Date(at.getTime() + ownerDelayMs) }
  const ownerChange = { by, text, ...(waits && { waits }) }
  const notifications = [...new Set([userId, ...owners])].map((id) => ({
    ...newNotification('owner_change', id, at),
    ownerChange,
  }))
  await AccountNotificationModel.insertMany(notifications, { session: tx })
  return notifications
}

/** Writes a mail to each account that counts as an owner, in the caller's transaction; the sweeper enqueues it. */
export async function alertOwners(tx: ClientSession, ownerAlert: IOwnerAlert, at: Date): Promise<void> {
  const owners = await countedOwners(tx, at)
  const notifications = owners.map(({ _id }) => ({
    ...newNotification('owner_alert', String(_id), at),
    ownerAlert,
  }))
  await AccountNotificationModel.insertMany(notifications, { session: tx })
}

export async function enqueueNotifications(
  deps: Pick<Deps, 'queues'>,
  notifications: readonly NewNotification[],
): Promise<void> {
  for (const notification of notifications) await enqueueNotification(deps, notification)
}
