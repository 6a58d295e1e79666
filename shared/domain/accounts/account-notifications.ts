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

/** A mail that could not go out for so long helps nobody. */
const mailMs = 24 * 3_600_000

/** What goes out: its outline at first, and the whole, with its secret, right before it is sent. */
export type FreshNotification = { first: Notification; fresh(): Promise<Notification | undefined> }

/** A notification that is due at once, to be written and then queued. */
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

/** Lets a worker have it now; the sweeper brings what does not get through. */
export async function enqueueNotification(
  { queues }: Pick<Deps, 'queues'>,
  { _id, due }: Pick<IAccountNotification, '_id' | 'due'>,
): Promise<void> {
  const { at, seq } = due.notify
  if (at) await queues.enqueue(notifyAccountJob, _id, { at, seq })
}

/** Has a mail sent to this address, if its account is one that should get it: one alone for each `notificationId` given. */
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
