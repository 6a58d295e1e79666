import type { ClientSession } from 'mongoose'
import { ownerDelayMs } from '../../contracts/owner-change.ts'
import type { Deps } from '../deps.ts'
import { AccountNoticeModel, type IAccountNotice, type IOwnerAlert } from './account-notice-model.ts'
import { countedOwners } from './counted-owners.ts'
import { dueNotice, queueNotice } from './tell-account.ts'

export type DueNotice = Omit<IAccountNotice, 'sealedCode'>

type OwnerChangeNotification = {
  by: string
  /** `ownerChangeText` of the change. */
  text: string
  /** The account that is changed: its owner is notified first. */
  userId: string
  at: Date
  /** The request while the change waits: the mails have a link that stops it. */
  request?: string
}

/** Writes a mail to each account that counts as an owner, and to the one concerned; `queueNotices` after the commit. */
export async function notifyOwners(
  session: ClientSession,
  { by, text, userId, at, request }: OwnerChangeNotification,
): Promise<DueNotice[]> {
  const owners = (await countedOwners(session, at)).map(({ _id }) => String(_id))
  const waits = request && { request, until: new Date(at.getTime() + ownerDelayMs) }
  const ownerChange = { by, text, ...(waits && { waits }) }
  const notices = [...new Set([userId, ...owners])].map((id) => ({
    ...dueNotice('owner_change', id, at),
    ownerChange,
  }))
  await AccountNoticeModel.insertMany(notices, { session })
  return notices
}

/** Writes a mail to each account that counts as an owner, in the caller's transaction; the sweeper queues it. */
export async function alertOwners(session: ClientSession, ownerAlert: IOwnerAlert, at: Date): Promise<void> {
  const owners = await countedOwners(session, at)
  const notices = owners.map(({ _id }) => ({ ...dueNotice('owner_alert', String(_id), at), ownerAlert }))
  await AccountNoticeModel.insertMany(notices, { session })
}

export async function queueNotices(deps: Pick<Deps, 'queues'>, notices: readonly DueNotice[]): Promise<void> {
  for (const notice of notices) await queueNotice(deps, notice)
}
