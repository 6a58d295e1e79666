import { workAt } from '../../platform/due.ts'
import { newReference } from '../../platform/ids.ts'
import { unlessSomeoneWasFirst } from '../../platform/mongo.ts'
import type { Deps } from '../deps.ts'
import type { Notice } from '../notifications/index.ts'
import { type AccountNoticeKind, AccountNoticeModel, type IAccountNotice } from './account-notice-model.ts'
import { notifyAccountJob } from './jobs.ts'

/** A mail that could not go out for so long helps nobody. */
const mailMs = 24 * 3_600_000

/** What goes out: its outline at first, and the whole, with its secret, right before it is sent. */
export type Told = { first: Notice; fresh(): Promise<Notice | undefined> }

/** A notice that is due at once, to be written and then queued. */
export function dueNotice(
  kind: AccountNoticeKind,
  about: string,
  now: Date,
): Omit<IAccountNotice, 'sealedCode'> {
  return {
    ...{ _id: newReference('JN', now), kind, about, due: { notify: workAt(now), swept: 0 } },
    updatedAt: now,
    expiresAt: new Date(now.getTime() + mailMs),
  }
}

/** Lets a worker have it now; the sweeper brings what does not get through. */
export async function queueNotice(
  { queues }: Pick<Deps, 'queues'>,
  { _id, due }: Pick<IAccountNotice, '_id' | 'due'>,
): Promise<void> {
  const { at, seq } = due.notify
  if (at) await queues.enqueue(notifyAccountJob, _id, { at, seq })
}

/** Has a mail sent to this address, if its account is one that should get it: one alone for each `noticeId` given. */
export async function mailAccount(
  deps: Pick<Deps, 'queues' | 'clock'>,
  kind: 'verify' | 'reset' | 'sign_in' | 'email_taken',
  { email, noticeId }: { email: string; noticeId?: string },
): Promise<void> {
  const due = dueNotice(kind, email, deps.clock.now())
  const notice = { ...due, _id: noticeId ?? due._id }
  const isNew = await unlessSomeoneWasFirst(() => AccountNoticeModel.insertMany([notice]))
  if (isNew) await queueNotice(deps, notice)
}
