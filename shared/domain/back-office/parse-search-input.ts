import { Types } from 'mongoose'
import type { MatchReason } from '../../contracts/admin-lists.ts'
import { ownerOf } from '../../platform/names.ts'
import { UserModel, uniqueKeys } from '../accounts/index.ts'
import { OrderModel, playerIndex } from '../orders/index.ts'
import { WalletTransactionModel } from '../wallet/index.ts'

/** What a pasted text refers to: documents by id, a user by `_id`, or a player. */
export type SearchMatch = { by: MatchReason } & (
  | { kind: 'orders'; ids: string[] }
  | { kind: 'wallet'; ids: string[]; orderids: string[] }
  | { kind: 'user'; userId: string }
  | { kind: 'player'; player: string }
)

/** A reference is normally in one document; more are an error elsewhere, and still shown up to this limit. */
const maxDocuments = 20

/**
 * Everything that a pasted text can refer to, each found by an index on the whole value: first our ids, then a bank's
 * and a supplier's reference, a customer, a player. Ids may be written as displayed, with hyphens, in any case.
 */
export async function parseSearchInput(pasted: string): Promise<SearchMatch[]> {
  const text = pasted.trim()
  if (text === '') return []
  const matches = await Promise.all([
    byOrder(text),
    byWallet(text),
    byBank(text),
    bySupplier(text),
    ...byUser(text),
    byPlayer(text),
  ])
  return matches.filter((match) => match !== undefined)
}

const idOf = (text: string) => text.replace(/[\s-]+/g, '').toUpperCase()

/** Ten digits in any notation: `+91 98765 43210`, `098765-43210`. */
export function mobileOf(text: string): string | undefined {
  if (!/^[+\d][\d\s-]+$/.test(text)) return undefined
  const digits = text.replace(/\D/g, '').replace(/^(0|91)(?=\d{10}$)/, '')
  return digits.length === 10 ? digits : undefined
}

async function byOrder(text: string): Promise<SearchMatch | undefined> {
  const _id = idOf(text)
  if (!/^[A-Z0-9]{6,40}$/.test(_id)) return undefined
  return (await OrderModel.exists({ _id })) ? { by: 'order', kind: 'orders', ids: [_id] } : undefined
}

async function byWallet(text: string): Promise<SearchMatch | undefined> {
  const _id = idOf(text)
  if (!/^[A-Z0-9]{6,40}$/.test(_id)) return undefined
  const line = await WalletTransactionModel.findById(_id, { orderid: 1 }).lean<{ orderid: string }>()
  if (!line) return undefined
  return { by: 'wallet', kind: 'wallet', ids: [_id], orderids: line.orderid ? [line.orderid] : [] }
}

/** As pasted, and without the blanks and hyphens of its groups. */
const bothForms = (text: string) => ({ $in: [...new Set([text, text.replace(/[\s-]+/g, '')])] })

async function byBank(text: string): Promise<SearchMatch | undefined> {
  const reference = { 'payment.captures.bankReference': bothForms(text) }
  const [orders, lines] = await Promise.all([
    OrderModel.find(reference, { _id: 1 }).limit(maxDocuments).lean<{ _id: string }[]>(),
    WalletTransactionModel.find(reference, { _id: 1 }).limit(maxDocuments).lean<{ _id: string }[]>(),
  ])
  const [orderids, ids] = [orders, lines].map((rows) => rows.map(({ _id }) => _id)) as [string[], string[]]
  if (ids.length > 0) return { by: 'bank', kind: 'wallet', ids, orderids }
  return orderids.length > 0 ? { by: 'bank', kind: 'orders', ids: orderids } : undefined
}

async function bySupplier(text: string): Promise<SearchMatch | undefined> {
  const orders = await OrderModel.find({ 'units.supplierOrderId': bothForms(text) }, { _id: 1 })
    .limit(maxDocuments)
    .lean<{ _id: string }[]>()
  const ids = orders.map(({ _id }) => _id)
  return ids.length > 0 ? { by: 'supplier', kind: 'orders', ids } : undefined
}

function byUser(text: string): Promise<SearchMatch | undefined>[] {
  const lower = text.toLowerCase()
  const mobile = mobileOf(text)
  const byUniqueName = async (by: MatchReason, name: string): Promise<SearchMatch | undefined> => {
    const userId = await ownerOf(name)
    return userId === undefined ? undefined : { by, kind: 'user', userId }
  }
  return [
    ...(lower.includes('@') ? [byUniqueName('email', uniqueKeys.email(lower))] : []),
    ...(mobile ? [byUniqueName('mobile', uniqueKeys.mobile(mobile))] : []),
    ...(/^[a-z0-9]{3,40}$/.test(lower)
      ? [byUniqueName('user', uniqueKeys.userid(lower)), byUserId(lower)]
      : []),
  ]
}

async function byUserId(hex: string): Promise<SearchMatch | undefined> {
  if (!/^[0-9a-f]{24}$/.test(hex)) return undefined
  const found = await UserModel.exists({ _id: new Types.ObjectId(hex) })
  return found ? { by: 'user', kind: 'user', userId: hex } : undefined
}

/** The player's id as entered in the shop; for digits also without separators. */
async function byPlayer(text: string): Promise<SearchMatch | undefined> {
  const digits = /^[\d\s-]+$/.test(text) ? text.replace(/\D/g, '') : text
  for (const player of new Set([text, digits])) {
    const [order] = await OrderModel.find({ input1: player }, { _id: 1 }).hint(playerIndex).limit(1).lean()
    if (order) return { by: 'player', kind: 'player', player }
  }
  return undefined
}
