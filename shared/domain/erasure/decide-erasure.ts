import type { ClientSession } from 'mongoose'
import { erasureWaitMs } from '../../contracts/erasure.ts'
import { isAllowed } from '../../contracts/permissions.ts'
import { AppError } from '../../platform/app-error.ts'
import { inTransaction } from '../../platform/mongo.ts'
import { type Caller, enqueueNotifications, type IUser, isOnlyOwner, UserModel } from '../accounts/index.ts'
import {
  ApprovalRequestModel,
  closeApprovalRequest,
  type IApprovalRequest,
  isOpenAt,
} from '../approvals/index.ts'
import { type Actor, writeAudit } from '../audit/index.ts'
import type { Deps } from '../deps.ts'
import { moveErasure } from './erasure-model.ts'
import { blockedError, erasureRow, notifyPerson } from './erasure-records.ts'
import { findObstacles, type ObstacleDeps } from './find-obstacles.ts'

type DecideDeps = Pick<Deps, 'queues'> & ObstacleDeps

type Decided = { request: Pick<IApprovalRequest, '_id'>; at: Date }

/**
 * Records a staff member's confirmation. Of a customer's request the first is recorded and the second approves it; of a
 * staff member's request, another's approves it. The only owner of a shop confirms a customer's request alone.
 * @throws AppError `own_approval`, `approval_closed`, `approval_expired`, `erasure_blocked`
 */
export async function confirmErasure(
  deps: DecideDeps,
  admin: Caller & Actor,
  { request: { _id }, at }: Decided,
): Promise<'confirmed' | 'approved'> {
  const mail = await inTransaction(async (tx) => {
    const request = await ApprovalRequestModel.findById(_id, null, { session: tx })
      .orFail()
      .lean<IApprovalRequest>()
    const first = firstOf(request)
    if (first === admin.userId) throw new AppError('own_approval')
    if (first) await requirePermitted(tx, first)
    else if (!(await isOnlyOwner(tx, admin, at))) return recordFirst(tx, admin, { request, at })
    return approve(tx, deps, { admin, request, first, at })
  })
  if (!mail) return 'confirmed'
  await enqueueNotifications(deps, [mail])
  return 'approved'
}

/** The staff member who has confirmed or requested it. */
const firstOf = ({ askedBy, userId, confirmed }: IApprovalRequest): string | undefined =>
  askedBy.userId === String(userId) ? confirmed?.userId : askedBy.userId

async function requirePermitted(tx: ClientSession, userId: string): Promise<void> {
  const user = await UserModel.findById(userId, null, { session: tx }).lean<IUser | null>()
  if (user && !user.isBlocked && isAllowed(user, 'customers.erase')) return
  const message =
    'The first approver may no longer delete accounts. Nothing was changed. Reject it and request again.'
  throw new AppError('approval_closed', { message })
}

async function recordFirst(
  tx: ClientSession,
  admin: Actor,
  { request: { _id, userId, state }, at }: { request: IApprovalRequest; at: Date },
): Promise<undefined> {
  const confirmed = { userId: admin.userId, name: admin.name, at }
  const { modifiedCount } = await ApprovalRequestModel.updateOne(
    { _id, ...isOpenAt(at), confirmed: { $exists: false } },
    { $set: { confirmed } },
    { session: tx },
  )
  if (modifiedCount === 0) throw new AppError(state === 'pending' ? 'approval_expired' : 'approval_closed')
  await writeAudit(tx, admin, erasureRow('confirm', { userId: String(userId), now: at }))
}

type Approval = { admin: Actor; request: IApprovalRequest; first: string | undefined; at: Date }

async function approve(tx: ClientSession, deps: ObstacleDeps, { admin, request, first, at }: Approval) {
  const userId = String(request.userId)
  const user = await UserModel.findById(userId, null, { session: tx }).orFail().lean<IUser>()
  const obstacles = await findObstacles(deps, { tx, user, now: at })
  if (obstacles.length > 0) throw blockedError(obstacles)
  await closeApprovalRequest(tx, request, { state: 'approved', by: admin, at })
  const from = new Date(Math.max(at.getTime(), request.askedAt.getTime() + erasureWaitMs))
  const confirmedBy = [...new Set([...(first ? [first] : []), admin.userId])]
  const set = { state: 'waiting', nextAt: from, confirmedBy } as const
  if (!(await moveErasure(tx, userId, { from: ['requested'], set }))) throw new AppError('approval_closed')
  await writeAudit(tx, admin, erasureRow('approve', { userId, now: at }))
  return notifyPerson(tx, { userId, now: at, erasure: { state: 'waiting', from } })
}

type Refused = { request: IApprovalRequest; state: 'rejected' | 'withdrawn'; reason: string; at: Date }

/**
 * Closes a request without an erasure. The reason stays in the request.
 * @throws AppError `approval_closed`, `approval_expired`
 */
export async function refuseErasure(admin: Actor, { request, state, reason, at }: Refused): Promise<void> {
  const userId = String(request.userId)
  await inTransaction(async (tx) => {
    await closeApprovalRequest(tx, request, { state, by: admin, at, reason })
    await moveErasure(tx, userId, { from: ['requested'], set: { state, nextAt: null, endedAt: at } })
    await writeAudit(tx, admin, erasureRow(state === 'rejected' ? 'reject' : 'withdraw', { userId, now: at }))
  })
}
