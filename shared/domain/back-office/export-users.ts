import { toPaise } from '../../contracts/money.ts'
import { tableHeads } from '../../contracts/table-heads.ts'
import type { AdminUser } from '../../contracts/users.ts'
import { AppError } from '../../platform/app-error.ts'
import { UserModel } from '../accounts/index.ts'
import {
  listByBalance,
  readUsers,
  searchFilteredUsers,
  type UsersQuery,
  usersList,
  usersOf,
  withBalances,
} from '../customers/index.ts'
import { WalletModel } from '../wallet/index.ts'
import { type CsvColumn, csvText, inIst, inRupees } from './csv.ts'
import { batchesOf, streamSnapshotBatches } from './csv-rows.ts'
import { type ExportActor, recordExport } from './record-export.ts'

/**
 * All users of a view with their current balances, as CSV; the export is audited.
 * @throws AppError `search_too_wide` when a search exceeds its limit: a part would be mistaken for the whole
 */
export async function exportUsers(by: ExportActor, query: UsersQuery): Promise<AsyncIterable<string>> {
  const matches = query.q ? await searchFilteredUsers(query) : undefined
  if (matches?.isTruncated) throw new AppError('search_too_wide', { field: 'q' })
  // Refused before the export is audited.
  if (!matches) listByBalance(query)
  await recordExport(by, 'users', query)
  return csvText(columns, matches ? singleBatch(matches) : batchesOfUsers(query))
}

async function* singleBatch({ ids }: Pick<Awaited<ReturnType<typeof searchFilteredUsers>>, 'ids'>) {
  yield await readUsers(ids)
}

async function* batchesOfUsers(query: UsersQuery) {
  const byBalance = listByBalance(query)
  if (byBalance) {
    for await (const wallets of streamSnapshotBatches(WalletModel, byBalance)) yield await usersOf(wallets)
    return
  }
  for await (const rows of batchesOf(UserModel, usersList(query))) yield await withBalances(rows)
}

const heads = tableHeads.users

const columns: readonly CsvColumn<AdminUser>[] = [
  [heads.userid, ({ userid }) => userid],
  [heads.name, ({ name }) => name],
  [heads.email, ({ email }) => email],
  ['Mobile number', ({ mobilenumber }) => mobilenumber],
  [heads.role, ({ role }) => role],
  [inRupees(heads.balance), ({ balance }) => ({ paise: toPaise(balance) })],
  ['Verified', ({ verified }) => (verified === 'true' ? 'Yes' : 'No')],
  ['Blocked', ({ isBlocked }) => (isBlocked === 'true' ? 'Yes' : 'No')],
  [inIst(heads.createdAt), ({ createdAt }) => new Date(createdAt)],
  ['Id', ({ _id }) => _id],
]
