import type { AdminUser } from '../../contracts/users.ts'
import { AppError } from '../../platform/app-error.ts'
import type { PaginatedList } from '../../platform/paginated-list.ts'
import { type IUser, UserModel } from '../accounts/index.ts'
import { type IWallet, walletsByBalance } from '../wallet/index.ts'
import { userView } from './user-view.ts'

type BalanceQuery = Partial<Record<'sort' | 'role' | 'verified' | 'isBlocked', string | undefined>>

/**
 * The wallets in whose order users are listed by balance; undefined for another order. Every user has a wallet: the
 * nightly check creates missing ones.
 * @throws AppError `invalid_request` with a filter, because filtered fields are stored with the users and not in this
 * index
 */
export function listByBalance(query: BalanceQuery): PaginatedList<IWallet, 'balancePaise'> | undefined {
  if (!query.sort?.endsWith('balance')) return undefined
  const field = (['role', 'verified', 'isBlocked'] as const).find((name) => query[name] !== undefined)
  if (field) {
    const message = 'Users are ordered by balance all together, and not filtered: leave one of the two out.'
    throw new AppError('invalid_request', { field, message })
  }
  return {
    filter: {},
    order: { by: 'balancePaise', direction: query.sort === 'balance' ? 1 : -1 },
    index: walletsByBalance,
    isAll: true,
    hasManyEqual: true,
    fields: { balancePaise: 1 },
  }
}

/** The users of these wallets in the same order, with the balances by which they are sorted. */
export async function usersOf(wallets: readonly IWallet[]): Promise<AdminUser[]> {
  const users = await UserModel.find({ _id: { $in: wallets.map(({ _id }) => _id) } }).lean<IUser[]>()
  const byId = new Map(users.map((user) => [String(user._id), user]))
  return wallets.flatMap(({ _id, balancePaise }) => {
    const user = byId.get(String(_id))
    return user ? [userView(user, balancePaise)] : []
  })
}
