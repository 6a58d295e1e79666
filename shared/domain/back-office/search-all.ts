import type { SearchResult } from '../../contracts/admin-lists.ts'
import { isAllowed, type Permission, type StaffMember } from '../../contracts/permissions.ts'
import { type IUser, UserModel } from '../accounts/index.ts'
import { type IProduct, ProductModel } from '../catalogue/index.ts'
import { searchUsers } from '../customers/index.ts'
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
  product: 'catalogue.view',
} as const satisfies Record<SearchResult['what'], Permission>

/** Of each kind that the text only begins. */
const maxPartial = 5

/**
 * Everything that a text refers to and that the caller may see: what it identifies as a whole, then what
 * begins with it.
 */
export async function searchAll(caller: StaffMember, typed = ''): Promise<SearchResult[]> {
  const maySee = isAllowed(caller, 'customers.view')
  const matches = await parseSearchInput(typed)
  const visible = matches.filter(({ kind }) => maySee || kind !== 'user')
  const found = await Promise.all([
    ...visible.map((match) => resultsOf(match, maySee)),
    ordersByStart(typed, maySee),
    maySee ? usersByStart(typed) : [],
    productsByStart(typed),
  ])
  const results = found.flat().filter(({ what }) => isAllowed(caller, requiredPermissions[what]))
  const firstOf = new Map(results.toReversed().map((result) => [`${result.what} ${result.id}`, result]))
  return results.filter((result) => firstOf.get(`${result.what} ${result.id}`) === result)
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
  { by, maySee }: { by: SearchResult['by']; maySee: boolean },
): Promise<SearchResult[]> {
  const orders = await OrderModel.find({ _id: { $in: ids } }, orderRowFields).lean<OrderDoc[]>()
  return orders.map(({ _id, item, status, customer }) => ({
    by,
    what: 'order' as const,
    id: _id,
    title: _id,
    detail: [item.name, ...(maySee ? [customer.name, customer.email] : [])].join(', '),
    status,
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

async function userResult(userId: string, by: SearchResult['by']): Promise<SearchResult[]> {
  const user = await UserModel.findById(userId).lean<IUser>()
  if (!user) return []
  const { name, email, mobilenumber } = user
  return [
    { by, what: 'user', id: userId, title: name, detail: [email, mobilenumber].filter(Boolean).join(', ') },
  ]
}

/** Orders whose id begins with the text, latest first; as displayed, or without its first two letters. */
async function ordersByStart(typed: string, maySee: boolean): Promise<SearchResult[]> {
  const bare = typed.replace(/[\s-]+/g, '').toUpperCase()
  const start = /^\d{6}[A-Z0-9]/.test(bare) ? `JP${bare}` : bare
  if (!/^JP\d{2}[A-Z0-9]*$/.test(start)) return []
  const found = await OrderModel.find({ _id: { $gte: start, $lt: `${start}\uffff` } }, { _id: 1 })
    .sort({ _id: -1 })
    .limit(maxPartial)
    .lean<{ _id: string }[]>()
  const ids = found.map(({ _id }) => _id)
  const results = await orderResults(ids, { by: 'start', maySee })
  return results.toSorted((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id))
}

/** Users whose name, e-mail address, mobile number or id begins with the text. */
async function usersByStart(typed: string): Promise<SearchResult[]> {
  const text = typed.trim()
  if (text.length < 3) return []
  const { ids } = await searchUsers(text)
  return (await Promise.all(ids.slice(0, maxPartial).map((id) => userResult(id, 'start')))).flat()
}

/** Products of which each typed word begins a word of the name. */
async function productsByStart(typed: string): Promise<SearchResult[]> {
  const words = typed.trim().split(/\s+/)
  if (typed.trim().length < 2 || words.length > 6) return []
  const each = words.map((word) => ({ name: new RegExp(`(^|[ :/-])${escaped(word)}`, 'i') }))
  const found = await ProductModel.find({ $and: each }, { name: 1, category: 1 })
    .sort({ name: 1 })
    .limit(maxPartial)
    .lean<Pick<IProduct, '_id' | 'name' | 'category'>[]>()
  return found.map(({ _id, name, category }) => ({
    by: 'start',
    what: 'product',
    id: _id,
    title: name,
    detail: category,
  }))
}

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
