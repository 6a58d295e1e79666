import type { AdminUser } from '../../contracts/users.ts'
import { AppError } from '../../platform/app-error.ts'
import type { PaginatedList } from '../../platform/paginated-list.ts'
import { type IUser, UserModel } from '../accounts/index.ts'
import { type IWallet, walletsByBalance } from '../wallet/index.ts'
import { userView } from './user-view.ts'

type Asked = Partial<Record<'sort' | 'role' | 'verified' | 'isBlocked', string | undefined>>

/**
 * The wallets in whose order users are listed by balance; undefined where another order is asked for. Everybody has
 * one, so that nobody is left out: who was signed up without has one after the nightly check.
 * @throws AppError `invalid_request` with a filter: what it asks about lies with the users, and not in the order's index
 */
export function listByBalance(asked: Asked): PaginatedList<IWallet, 'balancePaise'> | undefined {
  if (!asked.sort?.endsWith('balance')) return undefined
  const field = (['role', 'verified', 'isBlocked'] as const).find((name) => asked[name] !== undefined)
  if (field) {
    const message = 'Users are ordered by balance all together, and not filtered: leave one of the two out.'
    throw new AppError('invalid_request', { field, message })
  }
  return {
    filter: {},
    order: { by: 'balancePaise', direction: asked.sort === 'balance' ? 1 : -1 },
    index: walletsByBalance,
    isAll: true,
    hasManyEqual: true,
    fields: { balancePaise: 1 },
  }
}

/** The users of some wallets in their order, with the balance that put them there. */
export async function usersOf(wallets: readonly IWallet[]): Promise<AdminUser[]> {
  const users = await UserModel.find({ _id: { $in: wallets.map(({ _id }) => _id) } }).lean<IUser[]>()
  const byId = new Map(users.map((user) => [String(user._id), user]))
  return wallets.flatMap(({ _id, balancePaise }) => {
    const user = byId.get(String(_id))
    return user ? [userView(user, balancePaise)] : []
  })
}
