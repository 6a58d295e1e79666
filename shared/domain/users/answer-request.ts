import type { ClientSession } from 'mongoose'
import { toRupees } from '../../contracts/money.ts'
import { AppError } from '../../platform/app-error.ts'
import { inTransaction } from '../../platform/mongo.ts'
import {
  type Caller,
  endSessions,
  findUser,
  type IUser,
  queueNotices,
  requireMay,
  requireSettledRole,
} from '../accounts/index.ts'
import { AdminRequestModel, closeRequest, type IAdminRequest } from '../approvals/index.ts'
import { type Author, auditTarget, writeAudit } from '../audit/index.ts'
import type { Deps } from '../deps.ts'
import { announceWallets, walletBalancePaise } from '../wallet/index.ts'
import { answerInvitation } from './answer-invitation.ts'
import { refundAsAsked } from './approve-refund.ts'
import { type Approved, type Asked, approve } from './approve-request.ts'
import { approvedText } from './request-words.ts'

export type RequestAnswer = {
  id: string
  answer: 'approve' | 'refuse' | 'withdraw'
  reason?: string | undefined
}

type AnswerDeps = Pick<Deps, 'clock' | 'env' | 'queues' | 'publisher' | 'log'>

/**
 * A second admin's answer to what another one asked for, or that who asked takes it back. The first answer decides;
 * what was asked for happens with the approval, or neither is there.
 * @returns `balance` in rupees, after it
 * @throws AppError not_found, not_for_role, own_request, role_too_new, request_closed, request_expired, reason_missing,
 * insufficient_balance, email_unproved, and for a refund what `moveByAdmin` and `resolveUnit` throw
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
  if (answer === 'approve' && request.kind === 'refund') await refundAsAsked(deps, admin, asked)
  else {
    const carryOut = answer === 'approve' ? approve : turnDown(answer)
    const approved = await inTransaction((session) => carryOut(session, admin, asked))
    await afterApproval(deps, request, approved)
  }
  const message = answer === 'approve' ? approvedText(request, user) : endedText[answer]
  return { message, balance: toRupees(await walletBalancePaise(String(user._id))) }
}

/** What a committed approval leaves to do: pages and devices are notified, and mails go out. */
export async function afterApproval(
  deps: Pick<Deps, 'queues' | 'publisher' | 'log'>,
  { kind }: IAdminRequest,
  { moved, user, notices }: Approved,
): Promise<void> {
  announceWallets(deps, moved)
  await queueNotices(deps, notices)
  if (kind === 'admin' || kind === 'owner') await endSessionsOf(user, deps)
}

const endedText = {
  refuse: 'Refused. Nothing was changed.',
  withdraw: 'Taken back. Nothing was changed.',
} as const

/** What one must be allowed alone to agree to it, or refuse it. */
export const permissionFor = {
  balance: 'balances.move',
  admin: 'team',
  owner: 'team',
  refund: 'board.move',
} as const

/** Who asked takes back and nothing else; everybody else who may do it alone refuses, or agrees where it is not for them. */
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
  if (isOwn) throw new AppError('own_request')
  if (answer === 'approve' && String(userId) === admin.userId) {
    const message = 'This is about your own account: another admin has to answer.'
    throw new AppError('own_request', { message })
  }
  if (answer === 'refuse' && reason === '') throw new AppError('reason_missing', { field: 'reason' })
}

/** Ends a request without doing what was asked for, in the caller's transaction. */
export const turnDown =
  (answer: 'refuse' | 'withdraw') =>
  async (session: ClientSession, admin: Author, asked: Asked): Promise<Approved> => {
    const { request, user, reason, at } = asked
    const state = answer === 'refuse' ? 'refused' : 'withdrawn'
    await closeRequest(session, request, { state, by: admin, at, reason })
    const { kind, refund } = request
    await writeAudit(session, admin, {
      ...{ at, act: `${kind}.${answer}`, why: reason, before: {}, after: factsOf(request) },
      target: refund ? auditTarget.order(refund.orderid) : auditTarget.user(String(user._id)),
    })
    return { moved: new Map(), user, notices: [] }
  }

function factsOf({ _id: txnid, kind, amountPaise, officeRole, ownerChange }: IAdminRequest) {
  switch (kind) {
    case 'balance':
      return { txnid, amountPaise }
    case 'admin':
      return { role: 'admin', officeRole: officeRole ?? 'owner' }
    case 'owner':
      return { ...ownerChange?.change }
    case 'refund':
      return { refundPaise: amountPaise }
    default:
      return kind satisfies never
  }
}

async function endSessionsOf({ _id }: IUser, deps: Pick<Deps, 'publisher'>): Promise<void> {
  const user = await findUser(String(_id))
  if (user) await endSessions(user, deps)
}
