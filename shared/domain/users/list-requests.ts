import { type AdminRequest, requestMs } from '../../contracts/admin-requests.ts'
import { toRupees } from '../../contracts/money.ts'
import { ownerDelayMs } from '../../contracts/owner-change.ts'
import { isAllowed, type Officer } from '../../contracts/permissions.ts'
import { type IUser, UserModel } from '../accounts/index.ts'
import { AdminRequestModel, type IAdminRequest, openAt, type RefundAsked } from '../approvals/index.ts'
import type { Deps } from '../deps.ts'
import { type RequestChanges, changesSinceRequest } from '../orders/index.ts'
import { walletBalancesPaise } from '../wallet/index.ts'
import { permissionFor } from './answer-request.ts'
import { isForOwners } from './approve-request.ts'

const most = 200
const maxAnswered = 50

const kinds = ['balance', 'admin', 'owner', 'refund'] as const

type Listing = Officer & { userId: string }

/**
 * What waits for a second admin and what one has asked for oneself, the oldest first, at most 200; or what was answered
 * in the last seven days, the latest first, at most 50.
 */
export async function listRequests(
  { clock }: Pick<Deps, 'clock'>,
  admin: Listing,
  which: 'waiting' | 'answered' = 'waiting',
): Promise<AdminRequest[]> {
  const now = clock.now()
  const own = { 'askedBy.userId': admin.userId }
  const mine = { $or: [own, { kind: { $in: kinds.filter((kind) => isAllowed(admin, permissionFor[kind])) } }] }
  const found =
    which === 'waiting'
      ? AdminRequestModel.find({ ...openAt(now), ...mine })
          .sort({ askedAt: 1 })
          .limit(most)
      : AdminRequestModel.find({ 'answered.at': { $gt: new Date(now.getTime() - requestMs) }, ...mine })
          .sort({ 'answered.at': -1 })
          .limit(maxAnswered)
  const requests = await found.lean<IAdminRequest[]>()
  const ids = requests.map(({ userId }) => userId)
  const [users, balances, since] = await Promise.all([
    UserModel.find({ _id: { $in: ids } }).lean<IUser[]>(),
    walletBalancesPaise(ids),
    changesSinceRequest(requests.flatMap(({ refund }) => refund ?? [])),
  ])
  const byId = new Map(users.map((user) => [String(user._id), user]))
  return requests.flatMap((request) => {
    const user = byId.get(String(request.userId)) ?? invitedIn(request)
    const balancePaise = balances.get(String(request.userId)) ?? 0
    return user ? [viewOf(request, { user, balancePaise, since })] : []
  })
}

/** Who has no account yet has no number of ours to be called by. */
const invitedIn = ({ userId, invited }: IAdminRequest) => invited && { ...invited, _id: userId, userid: '' }

type Known = {
  user: Pick<IUser, '_id' | 'userid' | 'name' | 'email'>
  balancePaise: number
  since: ReadonlyMap<RefundAsked, RequestChanges>
}

function viewOf(request: IAdminRequest, { user, balancePaise, since }: Known): AdminRequest {
  const { _id, kind, amountPaise, officeRole, refund, invited, ownerChange, reason } = request
  const { state, askedBy, askedAt, answered } = request
  const { userid, name, email } = user
  return {
    ...{ id: _id, kind, userId: String(user._id), userid, name, email, reason, state },
    ...(kind === 'admin' ? { officeRole: officeRole ?? ('owner' as const) } : {}),
    ...(invited && { invited: true as const }),
    ...(ownerChange && { ownerChange: ownerChange.change }),
    ...(isForOwners(request) && { takesEffectAt: new Date(+askedAt + ownerDelayMs).toISOString() }),
    ...(refund ? { refund: refundOf(refund, since.get(refund)) } : {}),
    amount: toRupees(amountPaise),
    balance: toRupees(balancePaise),
    askedBy: { _id: askedBy.userId, name: askedBy.name },
    askedAt: askedAt.toISOString(),
    expiresAt: new Date(askedAt.getTime() + requestMs).toISOString(),
    ...(answered
      ? { answered: { name: answered.name, at: answered.at.toISOString(), reason: answered.reason } }
      : {}),
  }
}

function refundOf(
  { orderid, itemname, unit, resolvesTicket }: RefundAsked,
  since: RequestChanges | undefined,
): AdminRequest['refund'] {
  return {
    ...{ orderid, itemname, unit, resolvesTicket },
    ...(since?.isChanged && { isChanged: true }),
    ...(since?.hasNewMessages && { hasNewMessages: true }),
    ...(since?.codeRevealed && { codeRevealed: true }),
  }
}
