import { formatPaise } from '../../contracts/money.ts'
import { startOfIstDay } from '../../platform/clock.ts'
import { OrderModel } from '../orders/index.ts'
import type { IPayment } from '../payments/index.ts'
import { accounts, type ILedgerSet, LedgerModel, MovementModel } from '../wallet/index.ts'
import type { Part } from './ask-payments.ts'
import type { Found } from './reconciliation-model.ts'

const atOnce = 500
const payments = ['order_payment', 'stray_payment', 'topup', 'held_payment']

type Holder = { _id: string; payment: Pick<IPayment, 'captures' | 'doubts'> | null }

/**
 * The ledger's sets of a day: by how much all wallets changed, and whether each payment that is booked is one that its
 * order or top-up knows of.
 */
export async function readLedger(day: string, gateways: readonly string[]): Promise<Part> {
  const found: Found[] = []
  const counts = { walletsPaise: 0, sets: 0 }
  const others = [accounts.sales, accounts.adjustments, accounts.points, ...gateways.map(accounts.gateway)]
  for (const account of others) {
    let batch: ILedgerSet[] = []
    for await (const set of setsOf(account, day)) {
      // A set between two of these accounts stands under both.
      if (set.postings.find((one) => others.includes(one.account))?.account !== account) continue
      counts.sets += 1
      counts.walletsPaise += walletPaise(set)
      batch.push(set)
      if (batch.length < atOnce) continue
      found.push(...(await unknownPayments(batch)))
      batch = []
    }
    found.push(...(await unknownPayments(batch)))
  }
  return { found, counts, after: undefined }
}

const setsOf = (account: string, day: string) =>
  LedgerModel.find({
    'postings.account': account,
    at: { $gte: startOfIstDay(day), $lt: startOfIstDay(day, 1) },
  })
    .sort({ at: 1 })
    .hint('account_history')
    .lean<ILedgerSet[]>()
    .cursor({ batchSize: atOnce }) as unknown as AsyncIterable<ILedgerSet>

const walletPaise = ({ postings }: ILedgerSet) =>
  postings
    .filter(({ account }) => account.startsWith(accounts.wallet('')))
    .reduce((sum, { amountPaise }) => sum + amountPaise, 0)

async function unknownPayments(sets: readonly ILedgerSet[]): Promise<Found[]> {
  const booked = sets
    .filter(({ kind }) => payments.includes(kind))
    .map((set) => ({ set, owner: set.ref.split('/')[0] ?? '', id: set.ref.split('/').slice(1).join('/') }))
  if (booked.length === 0) return []
  const ids = { _id: { $in: booked.map(({ owner }) => owner) } }
  const select = '_id payment.captures payment.doubts'
  const [orders, topUps] = await Promise.all([
    OrderModel.find(ids, select).lean<Holder[]>(),
    MovementModel.find(ids, select).lean<Holder[]>(),
  ])
  const holders = new Map([...orders, ...topUps].map((one) => [one._id, one]))
  return booked.flatMap(({ set, owner, id }) => {
    const payment = holders.get(owner)?.payment
    const known = [
      ...(payment?.captures ?? []).filter((one) => one.gatewayId === id),
      ...(payment?.doubts ?? []).filter((one) => one.id === id && one.closed?.answer === 'credit'),
    ]
    if (known.length > 0) return []
    const paise = set.postings.reduce((sum, { amountPaise }) => sum + Math.max(0, amountPaise), 0)
    return [
      {
        ...{ kind: 'booked_not_paid' as const, ref: set._id, of: 'ledger' as const, amountPaise: paise },
        outside: holders.has(owner) ? `${owner} knows of no such payment` : `There is no ${owner}`,
        ours: `${formatPaise(paise, { exact: true })} booked`,
      },
    ]
  })
}
