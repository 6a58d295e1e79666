import {
  type ApprovalRequest,
  erasureRequestMs,
  type RefundEvidence,
  requestMs,
} from '../../contracts/approval-requests.ts'
import { erasureWaitMs } from '../../contracts/erasure.ts'
import { toRupees } from '../../contracts/money.ts'
import { ownerDelayMs } from '../../contracts/owner-change.ts'
import { isAllowed, type StaffMember } from '../../contracts/permissions.ts'
import { type IUser, UserModel } from '../accounts/index.ts'
import {
  ApprovalRequestModel,
  type IApprovalRequest,
  isOpenAt,
  type RequestedRefund,
} from '../approvals/index.ts'
import type { Deps } from '../deps.ts'
import { findObstacles } from '../erasure/index.ts'
import { changesSinceRequest, type RequestChanges, refundEvidence } from '../orders/index.ts'
import { walletBalancesPaise } from '../wallet/index.ts'
import { isForOwners } from './approve-request.ts'
import { approvalPermission } from './decide-request.ts'

const maxPending = 200
const maxDecided = 50

const kinds = ['balance', 'staff_role', 'owner', 'refund', 'erasure'] as const

type RequestReader = StaffMember & { userId: string }

/**
 * The pending requests that the admin may decide or has made, oldest first, at most 200; or those decided in the last
 * seven days, latest first, at most 50.
 */
export async function listRequests(
  { clock, env }: Pick<Deps, 'clock' | 'env'>,
  admin: RequestReader,
  which: 'pending' | 'decided' = 'pending',
): Promise<ApprovalRequest[]> {
  const now = clock.now()
  const own = { 'askedBy.userId': admin.userId }
  const visible = {
    $or: [own, { kind: { $in: kinds.filter((kind) => isAllowed(admin, approvalPermission[kind])) } }],
  }
  const query =
    which === 'pending'
      ? ApprovalRequestModel.find({ ...isOpenAt(now), ...visible })
          .sort({ askedAt: 1 })
          .limit(maxPending)
      : ApprovalRequestModel.find({ 'decided.at': { $gt: new Date(now.getTime() - requestMs) }, ...visible })
          .sort({ 'decided.at': -1 })
          .limit(maxDecided)
  const requests = await query.lean<IApprovalRequest[]>()
  const ids = requests.map(({ userId }) => userId)
  const refunds = requests.flatMap(({ refund }) => refund ?? [])
  const [users, balances, since, evidence] = await Promise.all([
    UserModel.find({ _id: { $in: ids } }).lean<IUser[]>(),
    walletBalancesPaise(ids),
    changesSinceRequest(refunds),
    refundEvidence(which === 'pending' ? refunds.map(({ orderid }) => orderid) : [], now),
  ])
  const byId = new Map(users.map((user) => [String(user._id), user]))
  const obstacles = await obstaclesOf({ env }, { requests, byId, now })
  return requests.flatMap((request) => {
    const user = byId.get(String(request.userId)) ?? invitedUser(request)
    const balancePaise = balances.get(String(request.userId)) ?? 0
    return user ? [requestView(request, { user, balancePaise, since, evidence, obstacles })] : []
  })
}

type Obstacles = ReadonlyMap<string, Awaited<ReturnType<typeof findObstacles>>>

/** What has to be ended before the erasures that are still to be decided. */
async function obstaclesOf(
  deps: Parameters<typeof findObstacles>[0],
  { requests, byId, now }: { requests: IApprovalRequest[]; byId: ReadonlyMap<string, IUser>; now: Date },
): Promise<Obstacles> {
  const undecided = requests.filter(({ kind, state }) => kind === 'erasure' && state === 'pending')
  const found = await Promise.all(
    undecided.map(async ({ _id, userId }) => {
      const user = byId.get(String(userId))
      return [_id, user ? await findObstacles(deps, { tx: null, user, now }) : []] as const
    }),
  )
  return new Map(found)
}

/** The invited person of a request; without an account there is no `userid`. */
const invitedUser = ({ userId, invited }: IApprovalRequest) =>
  invited && { ...invited, _id: userId, userid: '' }

type RequestContext = {
  user: Pick<IUser, '_id' | 'userid' | 'name' | 'email'>
  balancePaise: number
  since: ReadonlyMap<RequestedRefund, RequestChanges>
  evidence: ReadonlyMap<string, RefundEvidence>
  obstacles: Obstacles
}

function requestView(
  request: IApprovalRequest,
  { user, balancePaise, since, evidence, obstacles }: RequestContext,
): ApprovalRequest {
  const { _id, kind, amountPaise, staffRole, refund, invited, ownerChange, reason } = request
  const { state, askedBy, askedAt, decided } = request
  const { userid, name, email } = user
  return {
    id: _id,
    kind,
    userId: String(user._id),
    userid,
    name,
    email,
    reason,
    state,
    ...(kind === 'staff_role' ? { staffRole: staffRole ?? ('owner' as const) } : {}),
    ...(invited && { invited: true as const }),
    ...(ownerChange && { ownerChange: ownerChange.change }),
    ...(isForOwners(request) && { takesEffectAt: new Date(+askedAt + ownerDelayMs).toISOString() }),
    ...(refund ? { refund: refundView(refund, since.get(refund), evidence.get(refund.orderid)) } : {}),
    ...(kind === 'erasure' ? { erasure: erasureView(request, obstacles) } : {}),
    amount: toRupees(amountPaise),
    balance: toRupees(balancePaise),
    askedBy: { _id: askedBy.userId, name: askedBy.userId === String(user._id) ? name : askedBy.name },
    askedAt: askedAt.toISOString(),
    expiresAt: new Date(+askedAt + (kind === 'erasure' ? erasureRequestMs : requestMs)).toISOString(),
    ...(decided
      ? { decided: { name: decided.name, at: decided.at.toISOString(), reason: decided.reason } }
      : {}),
  }
}

function erasureView(
  { _id, userId, askedBy, askedAt, confirmed }: IApprovalRequest,
  obstacles: Obstacles,
): ApprovalRequest['erasure'] {
  return {
    byCustomer: askedBy.userId === String(userId),
    ...(confirmed && { confirmedBy: { _id: confirmed.userId, name: confirmed.name } }),
    from: new Date(askedAt.getTime() + erasureWaitMs).toISOString(),
    obstacles: (obstacles.get(_id) ?? []).map(({ kind }) => kind),
  }
}

function refundView(
  { orderid, itemname, unit, resolvesTicket }: RequestedRefund,
  since: RequestChanges | undefined,
  evidence: RefundEvidence | undefined,
): ApprovalRequest['refund'] {
  return {
    orderid,
    itemname,
    unit,
    resolvesTicket,
    ...(since?.isChanged && { isChanged: true }),
    ...(since?.hasNewMessages && { hasNewMessages: true }),
    ...(since?.codeRevealed && { codeRevealed: true }),
    ...(evidence && { evidence }),
  }
}
