import { toRupees } from '../../contracts/money.ts'
import { AppError } from '../../platform/app-error.ts'
import { inTransaction } from '../../platform/mongo.ts'
import {
  type Caller,
  endSessions,
  findUser,
  type IUser,
  enqueueNotifications,
  requireMay,
  requireSettledRole,
} from '../accounts/index.ts'
import { AdminRequestModel, type IAdminRequest } from '../approvals/index.ts'
import type { Author } from '../audit/index.ts'
import type { Deps } from '../deps.ts'
import { publishWallets, walletBalancePaise } from '../wallet/index.ts'
import { answerInvitation } from './answer-invitation.ts'
import { refundAsAsked } from './approve-refund.ts'
import { type Asked, approve } from './approve-request.ts'
import { approvedText } from './request-words.ts'
import { turnDown } from './turn-down.ts'

export type RequestAnswer = {
  id: string
  answer: 'approve' | 'refuse' | 'withdraw'
  reason?: string | undefined
}

type AnswerDeps = Pick<Deps, 'clock' | 'env' | 'queues' | 'publisher' | 'log'>

/**
 * A second admin's answer to a request, or its asker takes it back. The first answer decides; what was asked for
 * happens with the approval, or neither is there.
 * @returns `balance` in rupees, after it
 * @throws AppError not_found, not_for_role, own_approval, role_too_new, approval_closed, approval_expired, reason_missing,
 * insufficient_balance, email_unproved, and for a refund what `decideOrder` and `resolveUnit` throw
 */
export async function answerRequest(
  deps: AnswerDeps,
  admin: Caller & Author,
  { id, answer, reason = '' }: RequestAnswer,
): Promise<{ message: string; balance: number }> {
  const request = await AdminRequestModel.findById(id).lean<IAdminRequest | null>()
  if (request && answer === 'approve') await requireSettledRole(admin.userId, deps.clock.now())
  if (request?.invited) {
    requireAnswerable(request, admin, { answer, reason })
    return answerInvitation(deps, admin, { request, answer, reason, at: deps.clock.now() })
  }
  const user = request ? await findUser(String(request.userId)) : null
  if (!request || !user) throw new AppError('not_found')
  requireAnswerable(request, admin, { answer, reason })
  const asked = { request, user, reason, at: deps.clock.now() }
  if (answer !== 'approve') await turnDown(deps, admin, { ...asked, answer })
  else if (request.kind === 'refund') await refundAsAsked(deps, admin, asked)
  else await approveAndNotify(deps, admin, asked)
  const message = answer === 'approve' ? approvedText(request, user) : endedText[answer]
  return { message, balance: toRupees(await walletBalancePaise(String(user._id))) }
}

/** Does what was asked for, and then notifies pages, devices and persons. */
export async function approveAndNotify(
  deps: Pick<Deps, 'queues' | 'publisher' | 'log'>,
  admin: Author,
  asked: Asked,
): Promise<void> {
  const { kind } = asked.request
  const { moved, user, notifications } = await inTransaction((session) => approve(session, admin, asked))
  publishWallets(deps, moved)
  await enqueueNotifications(deps, notifications)
  if (kind === 'admin' || kind === 'owner') await endSessionsOf(user, deps)
}

const endedText = {
  refuse: 'Refused. Nothing was changed.',
  withdraw: 'Taken back. Nothing was changed.',
} as const

/** The permission to approve it, or refuse it. */
export const permissionFor = {
  balance: 'balances.move',
  admin: 'team',
  owner: 'team',
  refund: 'board.move',
} as const

/** The asker may only take back; others who may do it alone refuse, or approve where it is not about themselves. */
function requireAnswerable(
  { kind, askedBy, userId }: IAdminRequest,
  admin: Caller,
  { answer, reason }: Required<Pick<RequestAnswer, 'answer'>> & { reason: string },
): void {
  const isOwn = askedBy.userId === admin.userId
  if (answer === 'withdraw') {
    if (isOwn) return
    throw new AppError('forbidden')
  }
  requireMay(admin, permissionFor[kind])
  if (isOwn) throw new AppError('own_approval')
  if (answer === 'approve' && String(userId) === admin.userId) {
    const message = 'This is about your own account: another admin has to answer.'
    throw new AppError('own_approval', { message })
  }
  if (answer === 'refuse' && reason === '') throw new AppError('reason_missing', { field: 'reason' })
}

async function endSessionsOf({ _id }: IUser, deps: Pick<Deps, 'publisher'>): Promise<void> {
  const user = await findUser(String(_id))
  if (user) await endSessions(user, deps)
}
