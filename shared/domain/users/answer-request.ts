import type { ClientSession } from 'mongoose'
import { toRupees } from '../../contracts/money.ts'
import { AppError } from '../../platform/app-error.ts'
import { inTransaction } from '../../platform/mongo.ts'
import { findUser, type IUser } from '../accounts/index.ts'
import { type Author, auditTarget, writeAudit } from '../audit/index.ts'
import type { Deps } from '../deps.ts'
import { announceWallets, type MovedWallets, walletBalancePaise } from '../wallet/index.ts'
import { BalanceRequestModel, type IBalanceRequest } from './balance-request-model.ts'
import { doneText } from './balance-rules.ts'
import { moveBalance } from './move-balance.ts'

export type RequestAnswer = { id: string; answer: 'approve' | 'refuse'; reason?: string | undefined }

/**
 * A second admin's answer to a change of a wallet. The first answer decides; an approval moves the money with it, or
 * neither is there.
 * @returns `balance` in rupees, after it
 * @throws AppError not_found, own_request, request_closed, reason_missing, insufficient_balance
 */
export async function answerRequest(
  deps: Pick<Deps, 'clock' | 'publisher'>,
  admin: Author,
  { id, answer, reason = '' }: RequestAnswer,
): Promise<{ message: string; balance: number }> {
  const request = await BalanceRequestModel.findById(id).lean<IBalanceRequest | null>()
  const user = request ? await findUser(String(request.userId)) : null
  if (!request || !user) throw new AppError('not_found')
  if (request.askedBy.userId === admin.userId) throw new AppError('own_request')
  if (answer === 'refuse' && reason === '') throw new AppError('reason_missing', { field: 'reason' })
  const asked = { request, user, reason, at: deps.clock.now() }
  const approves = answer === 'approve'
  const moved = await inTransaction((session) => (approves ? approve : refuse)(session, admin, asked))
  announceWallets(deps, moved)
  const message = approves ? doneText(request.amountPaise, user.name) : 'Refused. Nothing was moved.'
  return { message, balance: toRupees(await walletBalancePaise(String(user._id))) }
}

type Asked = { request: IBalanceRequest; user: IUser; reason: string; at: Date }

async function approve(session: ClientSession, admin: Author, asked: Asked): Promise<MovedWallets> {
  const { request, user, at } = asked
  await close(session, request._id, 'approved')
  const why = [request.reason, `asked by ${request.askedBy.name}`].filter(Boolean).join(', ')
  const { _id: txnid, amountPaise } = request
  return moveBalance(session, admin, { txnid, user, amountPaise, reason: why, act: 'balance.approve', at })
}

async function refuse(session: ClientSession, admin: Author, asked: Asked): Promise<MovedWallets> {
  const { request, user, reason, at } = asked
  await close(session, request._id, 'refused')
  await writeAudit(session, admin, {
    ...{ at, act: 'balance.refuse', target: auditTarget.user(String(user._id)), why: reason },
    ...{ before: {}, after: { txnid: request._id, amountPaise: request.amountPaise } },
  })
  return new Map()
}

/** The first answer wins. */
async function close(session: ClientSession, _id: string, state: 'approved' | 'refused'): Promise<void> {
  const waiting = { _id, state: 'waiting' } as const
  const { modifiedCount } = await BalanceRequestModel.updateOne(waiting, { $set: { state } }, { session })
  if (modifiedCount === 0) throw new AppError('request_closed')
}
