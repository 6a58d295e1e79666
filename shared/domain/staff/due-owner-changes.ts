import { requestMs } from '../../contracts/approval-requests.ts'
import { ownerDelayMs } from '../../contracts/owner-change.ts'
import { AppError } from '../../platform/app-error.ts'
import { findUser } from '../accounts/index.ts'
import { ApprovalRequestModel, type IApprovalRequest } from '../approvals/index.ts'
import type { Deps } from '../deps.ts'
import { decideInvitation } from './decide-invitation.ts'
import { approveAndNotify } from './decide-request.ts'
import { rejectRequest } from './reject-request.ts'

type DueDeps = Pick<Deps, 'clock' | 'queues' | 'publisher' | 'log'>

const batchSize = 50

/**
 * Makes the owner changes that have been pending for 72 hours without being stopped, in the name of the requester. A
 * change that is no longer possible, for example because the requester is not an owner any more, is closed as rejected
 * with the reason.
 */
export async function applyDueOwnerChanges(deps: DueDeps): Promise<void> {
  const now = deps.clock.now().getTime()
  const due = await ApprovalRequestModel.find({
    state: 'pending',
    askedAt: { $gt: new Date(now - requestMs), $lte: new Date(now - ownerDelayMs) },
    $or: [{ kind: 'owner' }, { kind: 'staff_role', staffRole: { $in: ['owner', null] } }],
  })
    .sort({ askedAt: 1 })
    .limit(batchSize)
    .lean<IApprovalRequest[]>()
  for (const request of due) {
    try {
      await applyChange(deps, request)
    } catch (error) {
      await closeAsRejected(deps, request, error)
    }
  }
}

async function applyChange(deps: DueDeps, request: IApprovalRequest): Promise<void> {
  const at = deps.clock.now()
  const reason = 'No owner stopped it for 72 hours'
  if (request.invited) {
    await decideInvitation(deps, request.askedBy, { request, decision: 'approve', reason, at })
    return
  }
  const user = await findUser(String(request.userId))
  if (!user) throw new AppError('not_found')
  await approveAndNotify(deps, request.askedBy, { request, user, reason, at })
}

/** A concurrent decision wins. An internal error is logged, and the next run retries. */
async function closeAsRejected(deps: DueDeps, request: IApprovalRequest, error: unknown): Promise<void> {
  const facts = { request: request._id, err: String(error) }
  if (!(error instanceof AppError)) {
    deps.log.error(facts, 'a change of an owner failed, and is tried again')
    return
  }
  deps.log.warn(facts, 'a change of an owner could not be made')
  try {
    const rejection = { decision: 'reject', reason: error.message, at: deps.clock.now() } as const
    await rejectRequest(deps, request.askedBy, { request, ...rejection })
  } catch (secondError) {
    if (!(secondError instanceof AppError)) throw secondError
  }
}
