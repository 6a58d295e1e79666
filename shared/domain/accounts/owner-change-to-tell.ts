import { isMacOf, macOf } from '../../platform/secret-key.ts'
import type { Deps } from '../deps.ts'
import type { Notice } from '../notifications/index.ts'
import type { IAccountNotice } from './account-notice-model.ts'
import { findUser } from './find-user.ts'
import type { Told } from './tell-account.ts'

/** A link that stops a waiting change: `id` names the request and the owner it is mailed to, `token` is a MAC of it. */
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

/** Notifies one owner of a change that concerns an owner; a blocked owner too, since the block may be the change. */
export async function ownerChangeToTell(
  { env }: Pick<Deps, 'env'>,
  { _id, about, ownerChange }: IAccountNotice,
): Promise<Told | undefined> {
  const owner = await findUser(about)
  if (!owner || !ownerChange) return undefined
  const { by, text, waits } = ownerChange
  const notice = (path: string): Notice => ({
    ...{ kind: 'owner_change', ref: _id, to: { name: owner.name, email: owner.email, mobilenumber: '' } },
    facts: { by, text, path, ...(waits && { until: waits.until }) },
  })
  const link = waits && stopLink(env, waits.request, about)
  const path = link ? `/owner_change/${link.id}/${link.token}` : '/login'
  return { first: notice(''), fresh: async () => notice(path) }
}

export async function ownerAlertToTell({
  _id,
  about,
  ownerAlert,
}: IAccountNotice): Promise<Told | undefined> {
  const owner = await findUser(about)
  if (!owner || !ownerAlert) return undefined
  const to = { name: owner.name, email: owner.email, mobilenumber: '' }
  const first: Notice = { kind: 'owner_alert', ref: _id, to, facts: { ...ownerAlert } }
  return { first, fresh: async () => first }
}
