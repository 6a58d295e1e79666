import { type AdminRequest, requestMs } from '../../contracts/admin-requests.ts'
import { toRupees } from '../../contracts/money.ts'
import { mayAlone, type Officer } from '../../contracts/permissions.ts'
import { type IUser, UserModel } from '../accounts/index.ts'
import type { Deps } from '../deps.ts'
import { walletBalancesPaise } from '../wallet/index.ts'
import { permissionFor } from './answer-request.ts'
import { AdminRequestModel, type IAdminRequest, openAt } from './request-model.ts'

const most = 200

/** What waits for a second admin and what one has asked for oneself, the oldest first, at most 200. */
export async function listRequests(
  { clock }: Pick<Deps, 'clock'>,
  admin: Officer & { userId: string },
): Promise<AdminRequest[]> {
  const kinds = (['balance', 'admin'] as const).filter((kind) => mayAlone(admin, permissionFor[kind]))
  const own = { 'askedBy.userId': admin.userId }
  const waiting = await AdminRequestModel.find({
    ...openAt(clock.now()),
    $or: [own, { kind: { $in: kinds } }],
  })
    .sort({ askedAt: 1 })
    .limit(most)
    .lean<IAdminRequest[]>()
  const ids = waiting.map(({ userId }) => userId)
  const [users, balances] = await Promise.all([
    UserModel.find({ _id: { $in: ids } }).lean<IUser[]>(),
    walletBalancesPaise(ids),
  ])
  const byId = new Map(users.map((user) => [String(user._id), user]))
  return waiting.flatMap((request) => {
    const user = byId.get(String(request.userId))
    return user ? [viewOf(request, user, balances.get(String(user._id)) ?? 0)] : []
  })
}

function viewOf(request: IAdminRequest, user: IUser, balancePaise: number): AdminRequest {
  const { _id, kind, amountPaise, officeRole, reason, askedBy, askedAt } = request
  const { userid, name, email } = user
  return {
    ...{ id: _id, kind, userId: String(user._id), userid, name, email, reason },
    ...(kind === 'admin' ? { officeRole: officeRole ?? ('owner' as const) } : {}),
    amount: toRupees(amountPaise),
    balance: toRupees(balancePaise),
    askedBy: { _id: askedBy.userId, name: askedBy.name },
    askedAt: askedAt.toISOString(),
    expiresAt: new Date(askedAt.getTime() + requestMs).toISOString(),
  }
}
