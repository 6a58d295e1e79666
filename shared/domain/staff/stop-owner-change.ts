import { AppError } from '../../platform/app-error.ts'
import { findUser, readStopLink } from '../accounts/index.ts'
import { ApprovalRequestModel, type IApprovalRequest } from '../approvals/index.ts'
import type { Deps } from '../deps.ts'
import { rejectRequest } from './reject-request.ts'

/**
 * Rejects a pending change of an owner's account by the link that was mailed to an owner. It needs no session, so that
 * a blocked owner can use it too.
 * @throws AppError `link_corrupted`, `approval_closed`, `approval_expired`
 */
export async function stopOwnerChange(
  deps: Pick<Deps, 'clock' | 'env' | 'queues'>,
  link: { id: string; token: string },
): Promise<void> {
  const target = readStopLink(deps.env, link)
  const request =
    target && (await ApprovalRequestModel.findById(target.request).lean<IApprovalRequest | null>())
  const owner = target && (await findUser(target.ownerId))
  if (!request || !owner) throw new AppError('link_corrupted', { details: { code: 1 } })
  const by = { userId: String(owner._id), name: owner.name }
  const reason = 'Stopped by the link in the mail'
  await rejectRequest(deps, by, { request, decision: 'reject', reason, at: deps.clock.now() })
}
