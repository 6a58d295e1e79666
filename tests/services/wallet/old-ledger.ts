import {
  FullCheckModel,
  LedgerBalanceModel,
  LedgerSealModel,
  LedgerSealPartModel,
  sealDays,
} from '@jhatpat/shared/domain/maintenance/index.ts'
import { OrderModel } from '@jhatpat/shared/domain/orders/index.ts'
import { PointsBalanceModel, PointsEntryModel } from '@jhatpat/shared/domain/points/index.ts'
import {
  JournalEntryModel,
  WalletModel,
  WalletTransactionModel,
} from '@jhatpat/shared/domain/wallet/index.ts'
import type { Model } from 'mongoose'
import { makeCustomer } from '../../large-dataset/one-customer.ts'

const dayMs = 86_400_000
export const now = new Date('2026-11-24T03:00:00+05:30')
/** Days before it are sealed; some of the orders are of later days. */
export const sealedBefore = new Date(now.getTime() - 3 * dayMs)

const [customers, ordersEach, days] = [60, 40, 30]
export async function emptyLedger(): Promise<void> {
  await Promise.all([
    OrderModel.deleteMany({}),
    WalletTransactionModel.deleteMany({}),
    WalletModel.deleteMany({}),
    JournalEntryModel.deleteMany({}),
    PointsEntryModel.deleteMany({}),
    PointsBalanceModel.deleteMany({}),
    LedgerSealModel.deleteMany({}),
    LedgerSealPartModel.deleteMany({}),
    LedgerBalanceModel.deleteMany({}),
    FullCheckModel.deleteMany({}),
  ])
}

/**
 * A month of 60 customers with 2,400 orders and their money and points, written past the program, and as many
 * wallets without entries; the days before the last three are sealed. Enough for several ranges of orders and
 * wallets.
 */
export async function fillOldLedger(): Promise<void> {
  await emptyLedger()
  const made = Array.from({ length: customers }, (_, number) =>
    makeCustomer({ number, orders: ordersEach, first: number * ordersEach, now, days }),
  )
  const orders = made.flatMap((one) => one.orders)
  const points = orders.filter(({ status }) => status === 'Completed').map(withPoints)
  const balances = new Map<string, number>()
  for (const { owner, hundredths } of points) balances.set(owner, (balances.get(owner) ?? 0) + hundredths)
  const idle = Array.from({ length: 2_100 }, (_, index) => ({
    _id: `4${index.toString(16).padStart(23, '0')}`,
    balancePaise: 0,
    version: 0,
  }))
  await insert(OrderModel, orders)
  await insert(
    WalletTransactionModel,
    made.flatMap((one) => one.transactions),
  )
  await insert(
    JournalEntryModel,
    made.flatMap((one) => one.ledger),
  )
  await WalletModel.insertMany([...made.flatMap((one) => one.wallets), ...idle])
  await insert(
    PointsEntryModel,
    points.map(({ entry }) => entry),
  )
  await PointsBalanceModel.insertMany([...balances].map(([_id, hundredths]) => ({ _id, hundredths })))
  await sealDays(sealedBefore)
}

const insert = (model: Pick<typeof OrderModel, 'collection'> | object, documents: object[]) =>
  (model as typeof OrderModel).collection.insertMany(documents as never)

type Order = ReturnType<typeof makeCustomer>['orders'][number]

/** Gives a completed order its points, in its document and in the points ledger. */
function withPoints(order: Order) {
  const [owner, hundredths] = [String(order.userId), Math.floor(order.pricePaise / 100)]
  order.points = { offered: hundredths, earned: hundredths, revoked: 0 }
  const postings = [
    { account: `points:${owner}`, hundredths },
    { account: 'issued', hundredths: -hundredths },
  ]
  const entry = {
    _id: `earned:${order._id}`,
    kind: 'earned',
    ref: order._id,
    postings,
    valuePaise: 0,
    note: '',
  }
  return { owner, hundredths, entry: { ...entry, at: order.completedAt as Date } }
}

type Entry = { _id: string; ref: string; at: Date; postings: AnyPosting[] }
type AnyPosting = { account: string; amountPaise: number; hundredths: number }

/** An entry of a kind from a sealed day (`old`, not one of the last three) or from an open day. */
export async function insertEntry(kind: string, of: 'old' | 'open') {
  const model = (kind === 'earned' ? PointsEntryModel : JournalEntryModel) as unknown as Model<
    Entry & { kind: string }
  >
  const at = of === 'old' ? { $lt: new Date(sealedBefore.getTime() - 5 * dayMs) } : { $gte: sealedBefore }
  const entry = await model.findOne({ kind, at }).sort({ at: 1, _id: 1 }).lean<Entry>()
  if (!entry) throw new Error(`no entry of kind ${kind} is ${of}`)
  const place = entry.postings.findIndex(({ account }) => /^(wallet|points):/.test(account))
  const { account = '' } = entry.postings[place] ?? {}
  return { entry, postings: entry.postings, place, account, owner: account.slice(account.indexOf(':') + 1) }
}

/** A wallet that has entries on sealed days and none since. */
export async function insertIdleWallet(): Promise<string> {
  const accounts: string[] = await JournalEntryModel.distinct('postings.account', {
    at: { $gte: sealedBefore },
  })
  const resting = await LedgerBalanceModel.find({ _id: /^money/ })
    .sort({ _id: 1 })
    .lean()
  const found = resting.find(({ _id }) => !accounts.includes(_id.slice('money/'.length)))
  if (!found) throw new Error('every wallet moved on an open day')
  return found._id.slice('money/wallet:'.length)
}
