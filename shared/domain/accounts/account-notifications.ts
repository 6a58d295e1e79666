import { taskAt } from '../../platform/due-tasks.ts'
import { newReference } from '../../platform/ids.ts'
import { ignoreDuplicate } from '../../platform/mongo.ts'
import type { Deps } from '../deps.ts'
import type { Notification } from '../notifications/index.ts'
import {
  type AccountNotificationKind,
  AccountNotificationModel,
  type IAccountNotification,
} from './account-notification-model.ts'
import { notifyAccountJob } from './jobs.ts'

/** A mail delayed for longer is of no use. */
const mailMs = 24 * 3_600_000

/** `first` has no secret yet; `fresh` issues the token right before sending, undefined if it is no longer needed. */
export type FreshNotification = { first: Notification; fresh(): Promise<Notification | undefined> }

/** A notification that is due at once. The caller writes it, and enqueues it after the commit. */
export function newNotification(
  kind: AccountNotificationKind,
  about: string,
  now: Date,
): Omit<IAccountNotification, 'sealedCode'> {
  return {
    _id: newReference('JN', now),
    kind,
    about,
    due: { notify: taskAt(now), sweepCount: 0 },
    updatedAt: now,
    expiresAt: new Date(now.getTime() + mailMs),
  }
}

/** Enqueues the notification now; the sweeper enqueues it later if this fails. */
export async function enqueueNotification(
  { queues }: Pick<Deps, 'queues'>,
  { _id, due }: Pick<IAccountNotification, '_id' | 'due'>,
): Promise<void> {
  const { at, seq } = due.notify
  if (at) await queues.enqueue(notifyAccountJob, _id, { at, seq })
}

/** Requests a mail to this address, sent only if its account may receive it. A given `notificationId` is sent once. */
export async function sendAccountMail(
  deps: Pick<Deps, 'queues' | 'clock'>,
  kind: 'verify' | 'reset' | 'sign_in' | 'email_taken',
  { email, notificationId }: { email: string; notificationId?: string },
): Promise<void> {
  const due = newNotification(kind, email, deps.clock.now())
  const notification = { ...due, _id: notificationId ?? due._id }
  const isNew = await ignoreDuplicate(() => AccountNotificationModel.insertMany([notification]))
  if (isNew) await enqueueNotification(deps, notification)
}
