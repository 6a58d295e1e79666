import { Types } from 'mongoose'
import type { AdminUser } from '../../contracts/users.ts'
import { type IUser, UserModel } from '../accounts/index.ts'
import { walletBalancesPaise } from '../wallet/index.ts'
import { searchUsers } from './search-users.ts'
import { userView } from './user-view.ts'

export type UserPage = { users: AdminUser[]; totalPages: number; totalCount: number; isCut: boolean }

type Asked = { page?: number | undefined; limit?: number | undefined; q?: string | undefined }

/** One page of all users, the newest first, or of those that a search finds. */
export async function listUsers({ page = 1, limit = 25, q = '' }: Asked): Promise<UserPage> {
  const skip = (page - 1) * limit
  const { ids, totalCount, isCut } = q === '' ? await allUsers(skip, limit) : await foundUsers(q, skip, limit)
  const users = await readInOrder(ids)
  return { users, totalCount, totalPages: Math.ceil(totalCount / limit), isCut }
}

type Found = { ids: Types.ObjectId[]; totalCount: number; isCut: boolean }

/** Their `_id` begins with the second in which they were made. A late page is skipped to in that index alone. */
async function allUsers(skip: number, limit: number): Promise<Found> {
  const [page, totalCount] = await Promise.all([
    UserModel.find({}, { _id: 1 }).sort({ _id: -1 }).skip(skip).limit(limit).lean(),
    UserModel.estimatedDocumentCount(),
  ])
  return { ids: page.map(({ _id }) => _id), totalCount, isCut: false }
}

async function foundUsers(q: string, skip: number, limit: number): Promise<Found> {
  const { ids, isCut } = await searchUsers(q)
  const page = ids.slice(skip, skip + limit).map((id) => new Types.ObjectId(id))
  return { ids: page, totalCount: ids.length, isCut }
}

async function readInOrder(ids: Types.ObjectId[]): Promise<AdminUser[]> {
  const [users, balances] = await Promise.all([
    UserModel.find({ _id: { $in: ids } }).lean<IUser[]>(),
    walletBalancesPaise(ids),
  ])
  const byId = new Map(users.map((user) => [String(user._id), user]))
  return ids.flatMap((id) => {
    const user = byId.get(String(id))
    return user ? [userView(user, balances.get(String(id)) ?? 0)] : []
  })
}
