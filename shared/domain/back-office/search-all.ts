import type { SearchResult } from '../../contracts/admin-lists.ts'
import { isAllowed, type Permission, type StaffMember } from '../../contracts/permissions.ts'
import { type IUser, UserModel } from '../accounts/index.ts'
import { type OrderDoc, OrderModel } from '../orders/index.ts'
import { type WalletTransactionDoc, WalletTransactionModel } from '../wallet/index.ts'
import { orderRowFields } from './order-row.ts'
import { parseSearchInput, type SearchMatch } from './parse-search-input.ts'
import { walletTransactionFields } from './wallet-transaction-row.ts'

const requiredPermissions = {
  order: 'orders.view',
  orders: 'orders.view',
  wallet: 'wallet.view',
  user: 'customers.view',
} as const satisfies Record<SearchResult['what'], Permission>

/** Everything that a pasted text refers to and that the caller may see. */
export async function searchAll(caller: StaffMember, pasted = ''): Promise<SearchResult[]> {
  const matches = await parseSearchInput(pasted)
  const maySee = isAllowed(caller, 'customers.view')
  const visible = matches.filter(({ kind }) => maySee || kind !== 'user')
  const found = await Promise.all(visible.map((match) => resultsOf(match, maySee)))
  return found.flat().filter(({ what }) => isAllowed(caller, requiredPermissions[what]))
}

/** @param maySee whether results may include customers' e-mail addresses */
async function resultsOf(match: SearchMatch, maySee: boolean): Promise<SearchResult[]> {
  const { by } = match
  switch (match.kind) {
    case 'orders':
      return orderResults(match.ids, { by, maySee })
    case 'wallet':
      return [
        ...(await transactionResults(match.ids, by)),
        ...(await orderResults(match.orderids, { by, maySee })),
      ]
    case 'user':
      return userResult(match.userId, by)
    case 'player':
      return [{ by, what: 'orders', id: match.player, title: match.player, detail: 'Orders for this player' }]
  }
}

async function orderResults(
  ids: string[],
  { by, maySee }: { by: SearchMatch['by']; maySee: boolean },
): Promise<SearchResult[]> {
  const orders = await OrderModel.find({ _id: { $in: ids } }, orderRowFields).lean<OrderDoc[]>()
  return orders.map(({ _id, item, status, customer }) => ({
    by,
    what: 'order' as const,
    id: _id,
    title: _id,
    detail: [item.name, status, ...(maySee ? [customer.email] : [])].join(', '),
  }))
}

async function transactionResults(ids: string[], by: SearchMatch['by']): Promise<SearchResult[]> {
  const lines = await WalletTransactionModel.find({ _id: { $in: ids } }, walletTransactionFields).lean<
    WalletTransactionDoc[]
  >()
  return lines.map(({ _id, note, status, customer }) => ({
    by,
    what: 'wallet' as const,
    id: _id,
    title: _id,
    detail: [note, status, customer.email].filter(Boolean).join(', '),
  }))
}

async function userResult(userId: string, by: SearchMatch['by']): Promise<SearchResult[]> {
  const user = await UserModel.findById(userId).lean<IUser>()
  if (!user) return []
  const { name, email, mobilenumber } = user
  return [
    { by, what: 'user', id: userId, title: name, detail: [email, mobilenumber].filter(Boolean).join(', ') },
  ]
}
