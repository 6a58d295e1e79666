import { toRupees } from '../../contracts/money.ts'
import type { BalanceRequest } from '../../contracts/users.ts'
import { type IUser, UserModel } from '../accounts/index.ts'
import { walletBalancesPaise } from '../wallet/index.ts'
import { BalanceRequestModel, type IBalanceRequest } from './balance-request-model.ts'

const most = 200

/** Changes of wallets that wait for a second admin, the oldest first, at most 200. */
export async function listRequests(): Promise<BalanceRequest[]> {
  const waiting = await BalanceRequestModel.find({ state: 'waiting' })
    .sort({ askedAt: 1 })
    .limit(most)
    .lean<IBalanceRequest[]>()
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

function viewOf(request: IBalanceRequest, user: IUser, balancePaise: number): BalanceRequest {
  const { _id, amountPaise, reason, askedBy, askedAt } = request
  const { userid, name, email } = user
  return {
    ...{ id: _id, userId: String(user._id), userid, name, email, reason },
    amount: toRupees(amountPaise),
    balance: toRupees(balancePaise),
    askedBy: { _id: askedBy.userId, name: askedBy.name },
    askedAt: askedAt.toISOString(),
  }
}
