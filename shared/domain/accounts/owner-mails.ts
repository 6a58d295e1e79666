import { isMacOf, macOf } from '../../platform/secret-key.ts'
import type { Deps } from '../deps.ts'
import type { Notification } from '../notifications/index.ts'
import type { IAccountNotification } from './account-notification-model.ts'
import type { FreshNotification } from './account-notifications.ts'
import { findUser } from './find-user.ts'

/** A link that stops a pending change: `id` names the request and the owner it is mailed to, `token` is its MAC. */
type StopLink = { id: string; token: string }

function stopLink(env: Deps['env'], request: string, ownerId: string): StopLink {
  const id = `${request}_${ownerId}`
  return { id, token: macOf(env, 'owner-change', id) }
}

/** @returns undefined for a link that was not mailed */
export function readStopLink(
  env: Deps['env'],
  { id, token }: StopLink,
): { request: string; ownerId: string } | undefined {
  if (!isMacOf(env, { purpose: 'owner-change', stored: token }, id)) return undefined
  const [request = '', ownerId = ''] = id.split('_')
  return { request, ownerId }
}

/** Notifies an owner of a change that concerns an owner; a blocked owner too, since the block may be the change. */
export async function ownerChangeMail(
  { env }: Pick<Deps, 'env'>,
  { _id, about, ownerChange }: IAccountNotification,
): Promise<FreshNotification | undefined> {
  const to = await mailTo(about)
  if (!to || !ownerChange) return undefined
  const { by, text, waits } = ownerChange
  const notification = (path: string): Notification => ({
    kind: 'owner_change',
    ref: _id,
    to,
    facts: { by, text, path, ...(waits && { until: waits.until }) },
  })
  const link = waits && stopLink(env, waits.request, about)
  const path = link ? `/owner_change/${link.id}/${link.token}` : '/login'
  return { first: notification(''), fresh: async () => notification(path) }
}

export async function ownerAlertMail({
  _id,
  about,
  ownerAlert,
}: IAccountNotification): Promise<FreshNotification | undefined> {
  const to = await mailTo(about)
  if (!to || !ownerAlert) return undefined
  const first: Notification = { kind: 'owner_alert', ref: _id, to, facts: { ...ownerAlert } }
  return { first, fresh: async () => first }
}

async function mailTo(ownerId: string): Promise<Notification['to'] | undefined> {
  const owner = await findUser(ownerId)
  return owner ? { name: owner.name, email: owner.email, mobilenumber: '' } : undefined
}
