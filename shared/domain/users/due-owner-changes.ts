import { requestMs } from '../../contracts/admin-requests.ts'
import { ownerDelayMs } from '../../contracts/owner-change.ts'
import { AppError } from '../../platform/app-error.ts'
import { inTransaction } from '../../platform/mongo.ts'
import { findUser } from '../accounts/index.ts'
import { AdminRequestModel, closeRequest, type IAdminRequest } from '../approvals/index.ts'
import type { Deps } from '../deps.ts'
import { answerInvitation } from './answer-invitation.ts'
import { afterApproval } from './answer-request.ts'
import { approve } from './approve-request.ts'

type DueDeps = Pick<Deps, 'clock' | 'queues' | 'publisher' | 'log'>

const mostAtOnce = 50

/**
 * Carries out the changes of owners that have waited for 72 hours and that no owner has stopped, in the name of the
 * asker. What can no longer be done, as where the asker is no owner any more, is closed as refused with the reason.
 */
export async function applyDueOwnerChanges(deps: DueDeps): Promise<void> {
  const now = deps.clock.now().getTime()
  const due = await AdminRequestModel.find({
    state: 'waiting',
    askedAt: { $gt: new Date(now - requestMs), $lte: new Date(now - ownerDelayMs) },
    $or: [{ kind: 'owner' }, { kind: 'admin', officeRole: { $in: ['owner', null] } }],
  })
    .sort({ askedAt: 1 })
    .limit(mostAtOnce)
    .lean<IAdminRequest[]>()
  for (const request of due) {
    try {
      await carryOut(deps, request)
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      deps.log.warn({ request: request._id, code: error.code }, 'a change of an owner could not be made')
      await closeAsRefused(request, { at: deps.clock.now(), reason: error.message })
    }
  }
}

async function carryOut(deps: DueDeps, request: IAdminRequest): Promise<void> {
  const at = deps.clock.now()
  const reason = 'No owner stopped it for 72 hours'
  if (request.invited) {
    await answerInvitation(deps, request.askedBy, { request, answer: 'approve', reason, at })
    return
  }
  const user = await findUser(String(request.userId))
  if (!user) throw new AppError('not_found')
  const approved = await inTransaction((session) =>
    approve(session, request.askedBy, { request, user, reason, at }),
  )
  await afterApproval(deps, request, approved)
}

/** Another answer that came first stays. */
async function closeAsRefused(
  request: IAdminRequest,
  { at, reason }: { at: Date; reason: string },
): Promise<void> {
  try {
    await inTransaction((session) =>
      closeRequest(session, request, { state: 'refused', by: request.askedBy, at, reason }),
    )
  } catch (error) {
    if (!(error instanceof AppError)) throw error
  }
}
