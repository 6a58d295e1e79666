import type { ClientSession } from 'mongoose'
import { toRupees } from '../../contracts/money.ts'
import { type Officer, officeRoleOf } from '../../contracts/permissions.ts'
import { AppError } from '../../platform/app-error.ts'
import { inTransaction } from '../../platform/mongo.ts'
import { endSessions, findUser, type IUser, requireMay, UserModel } from '../accounts/index.ts'
import { type Author, auditTarget, writeAudit } from '../audit/index.ts'
import type { Deps } from '../deps.ts'
import { announceWallets, type MovedWallets, walletBalancePaise } from '../wallet/index.ts'
import { doneText } from './balance-rules.ts'
import { moveBalance } from './move-balance.ts'
import { AdminRequestModel, type IAdminRequest, openAt } from './request-model.ts'
import { partOf } from './user-change.ts'
import { writeUser } from './write-user.ts'

export type RequestAnswer = { id: string; answer: 'approve' | 'refuse'; reason?: string | undefined }

/**
 * A second admin's answer to what another one asked for. The first answer decides; what was asked for happens with the
 * approval, or neither is there.
 * @returns `balance` in rupees, after it
 * @throws AppError not_found, not_for_role, own_request, request_closed, request_expired, reason_missing, insufficient_balance
 */
export async function answerRequest(
  deps: Pick<Deps, 'clock' | 'publisher'>,
  admin: Author & Officer,
  { id, answer, reason = '' }: RequestAnswer,
): Promise<{ message: string; balance: number }> {
  const request = await AdminRequestModel.findById(id).lean<IAdminRequest | null>()
  const user = request ? await findUser(String(request.userId)) : null
  if (!request || !user) throw new AppError('not_found')
  requireMay(admin, permissionFor[request.kind])
  if (request.askedBy.userId === admin.userId) throw new AppError('own_request')
  if (answer === 'refuse' && reason === '') throw new AppError('reason_missing', { field: 'reason' })
  const asked = { request, user, reason, at: deps.clock.now() }
  const approves = answer === 'approve'
  const moved = await inTransaction((session) => (approves ? approve : refuse)(session, admin, asked))
  announceWallets(deps, moved)
  if (approves && request.kind === 'admin') await endSessionsOf(user, deps)
  const message = approves ? approvedText(request, user) : 'Refused. Nothing was changed.'
  return { message, balance: toRupees(await walletBalancePaise(String(user._id))) }
}

/** What one must be allowed alone to agree to it, or refuse it. */
export const permissionFor = { balance: 'balances.move', admin: 'team' } as const

type Asked = { request: IAdminRequest; user: IUser; reason: string; at: Date }

async function approve(session: ClientSession, admin: Author, asked: Asked): Promise<MovedWallets> {
  const { request, user, at } = asked
  await close(session, request, { state: 'approved', at })
  const why = [request.reason, `asked by ${request.askedBy.name}`].filter(Boolean).join(', ')
  if (request.kind === 'admin') {
    await makeAdmin(session, admin, { ...asked, reason: why })
    return new Map()
  }
  const { _id: txnid, amountPaise } = request
  return moveBalance(session, admin, { txnid, user, amountPaise, reason: why, act: 'balance.approve', at })
}

async function makeAdmin(session: ClientSession, admin: Author, asked: Asked): Promise<void> {
  const { request, reason, at } = asked
  const user = await UserModel.findById(request.userId, null, { session }).lean<IUser | null>()
  if (!user) throw new AppError('not_found')
  const change = { role: 'admin', officeRole: request.officeRole ?? 'owner' } as const
  // They became one since: a request makes somebody an admin, and ends no owner.
  if (officeRoleOf(user) === 'owner' && change.officeRole !== 'owner') throw new AppError('request_closed')
  if (user.role !== 'admin' || officeRoleOf(user) !== change.officeRole) {
    await writeUser(session, user, { change, now: at })
  }
  await writeAudit(session, admin, {
    ...{ at, act: 'admin.approve', target: auditTarget.user(String(user._id)), why: reason },
    ...{ before: partOf(user, change), after: change },
  })
}

async function refuse(session: ClientSession, admin: Author, asked: Asked): Promise<MovedWallets> {
  const { request, user, reason, at } = asked
  await close(session, request, { state: 'refused', at })
  const { _id: txnid, kind, amountPaise, officeRole } = request
  await writeAudit(session, admin, {
    ...{ at, act: `${kind}.refuse`, target: auditTarget.user(String(user._id)), why: reason },
    ...{
      before: {},
      after:
        kind === 'balance' ? { txnid, amountPaise } : { role: 'admin', officeRole: officeRole ?? 'owner' },
    },
  })
  return new Map()
}

/** The first answer wins, and none comes too late. */
async function close(
  session: ClientSession,
  { _id }: IAdminRequest,
  { state, at }: { state: 'approved' | 'refused'; at: Date },
): Promise<void> {
  const open = { _id, ...openAt(at) }
  const { modifiedCount } = await AdminRequestModel.updateOne(open, { $set: { state } }, { session })
  if (modifiedCount > 0) return
  const isWaiting = await AdminRequestModel.exists({ _id, state: 'waiting' }).session(session)
  throw new AppError(isWaiting ? 'request_expired' : 'request_closed')
}

async function endSessionsOf({ _id }: IUser, deps: Pick<Deps, 'publisher'>): Promise<void> {
  const user = await findUser(String(_id))
  if (user) await endSessions(user, deps)
}

const approvedText = ({ kind, amountPaise }: IAdminRequest, { name }: IUser) =>
  kind === 'balance' ? doneText(amountPaise, name) : `${name} is an admin now, and has to sign in again.`
