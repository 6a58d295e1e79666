import { toPaise } from '../../contracts/money.ts'
import type { AdminUser } from '../../contracts/users.ts'
import { AppError } from '../../platform/app-error.ts'
import { UserModel } from '../accounts/index.ts'
import {
  listByBalance,
  readUsers,
  type UsersQuery,
  usersFound,
  usersList,
  usersOf,
  withBalances,
} from '../customers/index.ts'
import { WalletModel } from '../wallet/index.ts'
import { byteOrderMark, type Cell, csvLine } from './csv.ts'
import { batchesOf, streamSnapshotBatches } from './csv-rows.ts'
import { type ExportActor, recordExport } from './record-export.ts'

/**
 * All users of a view with their current balances, as CSV; the export is audited.
 * @throws AppError `search_too_wide` when a search exceeds its limit: a part would be mistaken for the whole
 */
export async function exportUsers(by: ExportActor, asked: UsersQuery): Promise<AsyncIterable<string>> {
  const found = asked.q ? await usersFound(asked) : undefined
  if (found?.isTruncated) throw new AppError('search_too_wide', { field: 'q' })
  // Refused before the export is audited.
  if (!found) listByBalance(asked)
  await recordExport(by, 'users', asked)
  return linesOf(found ? onePartOf(found) : batchesOfUsers(asked))
}

async function* linesOf(parts: AsyncIterable<AdminUser[]>): AsyncGenerator<string> {
  yield byteOrderMark + csvLine(heads)
  for await (const users of parts) yield users.map((user) => csvLine(cellsOf(user))).join('')
}

async function* onePartOf({ ids }: Pick<Awaited<ReturnType<typeof usersFound>>, 'ids'>) {
  yield await readUsers(ids)
}

async function* batchesOfUsers(asked: UsersQuery) {
  const byBalance = listByBalance(asked)
  if (byBalance) {
    for await (const wallets of streamSnapshotBatches(WalletModel, byBalance)) yield await usersOf(wallets)
    return
  }
  for await (const rows of batchesOf(UserModel, usersList(asked))) yield await withBalances(rows)
}

const heads = [
  'User id',
  'Name',
  'Email',
  'Mobile number',
  'Role',
  'Balance (INR)',
  'Verified',
  'Blocked',
  'Since (IST)',
  'Id',
]

const cellsOf = (user: AdminUser): Cell[] => [
  user.userid,
  user.name,
  user.email,
  user.mobilenumber,
  user.role,
  { paise: toPaise(user.balance) },
  user.verified === 'true' ? 'Yes' : 'No',
  user.isBlocked === 'true' ? 'Yes' : 'No',
  new Date(user.createdAt),
  user._id,
]
