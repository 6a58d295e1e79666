import { AppError } from '../../platform/app-error.ts'
import { inTransaction } from '../../platform/mongo.ts'
import { findUser, readStopLink } from '../accounts/index.ts'
import { AdminRequestModel, type IAdminRequest } from '../approvals/index.ts'
import type { Deps } from '../deps.ts'
import { answerInvitation } from './answer-invitation.ts'
import { turnDown } from './answer-request.ts'

/**
 * Refuses a waiting change of an owner's account, by the link that was mailed to an owner. It needs no session: the
 * owner may be the one who is blocked.
 * @throws AppError `link_corrupted`, `request_closed`, `request_expired`
 */
export async function stopOwnerChange(
  deps: Pick<Deps, 'clock' | 'env' | 'queues'>,
  link: { id: string; token: string },
): Promise<void> {
  const read = readStopLink(deps.env, link)
  const request = read && (await AdminRequestModel.findById(read.request).lean<IAdminRequest | null>())
  const owner = read && (await findUser(read.ownerId))
  if (!request || !owner) throw new AppError('link_corrupted', { details: { code: 1 } })
  const by = { userId: String(owner._id), name: owner.name }
  const stopped = { request, reason: 'Stopped by the link in the mail', at: deps.clock.now() }
  if (request.invited) {
    await answerInvitation(deps, by, { ...stopped, answer: 'refuse' })
    return
  }
  const user = await findUser(String(request.userId))
  if (!user) throw new AppError('not_found')
  await inTransaction((session) => turnDown('refuse')(session, by, { ...stopped, user }))
}
