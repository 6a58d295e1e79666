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

/** Filters; without one, all users. A search has its own order. */
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
 * A page of the users that match the filters, newest first, or of a search among them.
 * @throws AppError `page_too_deep` for a page that only a cursor reaches; `invalid_request` for the order by balance
 * with a filter
 */
export async function listUsers({
  limit = 25,
  page = 1,
  ...query
}: UsersQuery & SliceQuery): Promise<UserPage> {
  if (query.q) return searchPage(query, { limit, page })
  const [slice, { count, hasMore }] = await Promise.all([
    readUserPage(query, { limit, page, cursor: query.cursor, before: query.before }),
    countPaginatedList(UserModel, usersList(query)),
  ])
  return { ...slice, ...pageCounts(count, limit), isTruncated: false, hasMore }
}

async function readUserPage(
  query: UsersQuery,
  pageQuery: SliceQuery,
): Promise<Pick<UserPage, 'users' | 'next' | 'previous'>> {
  const byBalance = listByBalance(query)
  if (byBalance) {
    const { rows, ...edges } = await readPage(WalletModel, byBalance, pageQuery)
    return { users: await usersOf(rows), ...edges }
  }
  const { rows, ...edges } = await readPage(UserModel, usersList(query), pageQuery)
  return { users: await withBalances(rows), ...edges }
}

/** The users that match the filters, without a search. */
export function usersList({ role, verified, isBlocked, sort = '-createdAt' }: UsersQuery) {
  return {
    filter: {
      role: role ?? { $in: ['user', 'reseller', 'admin'] },
      verified: flagFilter(verified),
      isBlocked: flagFilter(isBlocked),
    },
    order: { by: 'createdAt', direction: sort === 'createdAt' ? 1 : -1 },
    index: userListIndex,
    isAll: role === undefined && verified === undefined && isBlocked === undefined,
  } satisfies PaginatedList<IUser, 'createdAt'>
}

/** The users that match a search and the filters, best match first, among the first 500 results of the search. */
export async function searchFilteredUsers(
  query: UsersQuery,
): Promise<{ ids: Types.ObjectId[]; isTruncated: boolean }> {
  const { ids: found, isTruncated } = await searchUsers(query.q ?? '')
  const ids = found.map((id) => new Types.ObjectId(id))
  const { filter, isAll } = usersList(query)
  if (isAll) return { ids, isTruncated }
  const matching = await UserModel.find({ ...filter, _id: { $in: ids } }, { _id: 1 })
    .hint('_id_')
    .lean()
  const matchingIds = new Set(matching.map(({ _id }) => String(_id)))
  return { ids: ids.filter((id) => matchingIds.has(String(id))), isTruncated }
}

/** These users in this order; deleted users are left out. */
export async function readUsers(ids: readonly Types.ObjectId[]): Promise<AdminUser[]> {
  const users = await UserModel.find({ _id: { $in: [...ids] } }).lean<IUser[]>()
  const byId = new Map(users.map((user) => [String(user._id), user]))
  return withBalances(ids.flatMap((id) => byId.get(String(id)) ?? []))
}

/** Users as admins see them, with their current balances. */
export async function withBalances(users: readonly IUser[]): Promise<AdminUser[]> {
  const balances = await walletBalancesPaise(users.map(({ _id }) => _id))
  return users.map((user) => userView(user, balances.get(String(user._id)) ?? 0))
}

async function searchPage(
  query: UsersQuery,
  { limit, page }: { limit: number; page: number },
): Promise<UserPage> {
  const { ids, isTruncated } = await searchFilteredUsers(query)
  const users = await readUsers(ids.slice((page - 1) * limit, page * limit))
  return { users, ...pageCounts(ids.length, limit), isTruncated, hasMore: false, next: null, previous: null }
}

const pageCounts = (totalCount: number, limit: number) => ({
  totalCount,
  totalPages: Math.ceil(totalCount / limit),
})

const flagFilter = (flag: 'true' | 'false' | undefined) =>
  flag === undefined ? { $in: [false, true] } : flag === 'true'
