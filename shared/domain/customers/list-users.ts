import { Types } from 'mongoose'
import type { AdminUser } from '../../contracts/users.ts'
import {
  countPaginatedList,
  type PaginatedList,
  readPage,
  type SliceQuery,
} from '../../platform/paginated-list.ts'
import { type IUser, UserModel, userListIndex } from '../accounts/index.ts'
import { WalletModel, walletBalancesPaise } from '../wallet/index.ts'
import { searchUsers } from './search-users.ts'
import { userView } from './user-view.ts'
import { listByBalance, usersOf } from './users-by-balance.ts'

/** Which users. Without a filter it is all of them; a search has an order of its own. */
export type UsersQuery = {
  q?: string | undefined
  role?: IUser['role'] | undefined
  verified?: 'true' | 'false' | undefined
  isBlocked?: 'true' | 'false' | undefined
  sort?: '-createdAt' | 'createdAt' | '-balance' | 'balance' | undefined
}

export type UserPage = {
  users: AdminUser[]
  totalPages: number
  totalCount: number
  isTruncated: boolean
  hasMore: boolean
  next: string | null
  previous: string | null
}

/**
 * One page of the users that the filters let through, the newest first, or of those among them that a search finds.
 * @throws AppError `page_too_deep` for a page that only a cursor reaches; `invalid_request` by balance with a filter
 */
export async function listUsers({
  limit = 25,
  page = 1,
  ...asked
}: UsersQuery & SliceQuery): Promise<UserPage> {
  if (asked.q) return pageOfFound(asked, { limit, page })
  const [slice, { count, hasMore }] = await Promise.all([
    readSlice(asked, { limit, page, cursor: asked.cursor, before: asked.before }),
    countPaginatedList(UserModel, usersList(asked)),
  ])
  return { ...slice, ...countOf(count, limit), isTruncated: false, hasMore }
}

async function readSlice(
  asked: UsersQuery,
  part: SliceQuery,
): Promise<Pick<UserPage, 'users' | 'next' | 'previous'>> {
  const byBalance = listByBalance(asked)
  if (byBalance) {
    const { rows, ...edges } = await readPage(WalletModel, byBalance, part)
    return { users: await usersOf(rows), ...edges }
  }
  const { rows, ...edges } = await readPage(UserModel, usersList(asked), part)
  return { users: await withBalances(rows), ...edges }
}

/** The users that the filters let through, without a search. */
export function usersList({ role, verified, isBlocked, sort = '-createdAt' }: UsersQuery) {
  return {
    filter: {
      role: role ?? { $in: ['user', 'reseller', 'admin'] },
      verified: flagAsked(verified),
      isBlocked: flagAsked(isBlocked),
    },
    order: { by: 'createdAt', direction: sort === 'createdAt' ? 1 : -1 },
    index: userListIndex,
    isAll: role === undefined && verified === undefined && isBlocked === undefined,
  } satisfies PaginatedList<IUser, 'createdAt'>
}

/** The users that a search finds, and the filters let through: the best match first, of the first 500 of all. */
export async function usersFound(
  asked: UsersQuery,
): Promise<{ ids: Types.ObjectId[]; isTruncated: boolean }> {
  const { ids: found, isTruncated } = await searchUsers(asked.q ?? '')
  const ids = found.map((id) => new Types.ObjectId(id))
  const { filter, isAll } = usersList(asked)
  if (isAll) return { ids, isTruncated }
  const fitting = await UserModel.find({ ...filter, _id: { $in: ids } }, { _id: 1 })
    .hint('_id_')
    .lean()
  const through = new Set(fitting.map(({ _id }) => String(_id)))
  return { ids: ids.filter((id) => through.has(String(id))), isTruncated }
}

/** These users in this order; one who is gone is left out. */
export async function readUsers(ids: readonly Types.ObjectId[]): Promise<AdminUser[]> {
  const users = await UserModel.find({ _id: { $in: [...ids] } }).lean<IUser[]>()
  const byId = new Map(users.map((user) => [String(user._id), user]))
  return withBalances(ids.flatMap((id) => byId.get(String(id)) ?? []))
}

/** Users as admins see them, with what lies in their wallets now. */
export async function withBalances(users: readonly IUser[]): Promise<AdminUser[]> {
  const balances = await walletBalancesPaise(users.map(({ _id }) => _id))
  return users.map((user) => userView(user, balances.get(String(user._id)) ?? 0))
}

async function pageOfFound(
  asked: UsersQuery,
  { limit, page }: { limit: number; page: number },
): Promise<UserPage> {
  const { ids, isTruncated } = await usersFound(asked)
  const users = await readUsers(ids.slice((page - 1) * limit, page * limit))
  return { users, ...countOf(ids.length, limit), isTruncated, hasMore: false, next: null, previous: null }
}

const countOf = (totalCount: number, limit: number) => ({
  totalCount,
  totalPages: Math.ceil(totalCount / limit),
})

const flagAsked = (flag: 'true' | 'false' | undefined) =>
  flag === undefined ? { $in: [false, true] } : flag === 'true'
