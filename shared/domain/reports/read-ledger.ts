import { formatPaise } from '../../contracts/money.ts'
import { startOfIstDay } from '../../platform/clock.ts'
import { OrderModel } from '../orders/index.ts'
import type { IPayment } from '../payments/index.ts'
import {
  type IJournalEntry,
  JournalEntryModel,
  ledgerAccounts,
  WalletTransactionModel,
} from '../wallet/index.ts'
import type { PartResult } from './compare-gateway-payments.ts'
import type { Finding } from './reconciliation-model.ts'

const batchSize = 500
const paymentKinds = ['order_payment', 'unallocated_payment', 'topup', 'reviewed_payment']

type PaymentHolder = { _id: string; payment: Pick<IPayment, 'captures' | 'discrepancies'> | null }

/**
 * The journal entries of a day: the change of all wallets, and whether every booked payment is matching to its order or
 * top-up.
 */
export async function readLedger(day: string, gateways: readonly string[]): Promise<PartResult> {
  const found: Finding[] = []
  const counts = { walletsPaise: 0, entries: 0 }
  const others = [
    ledgerAccounts.sales,
    ledgerAccounts.adjustments,
    ledgerAccounts.points,
    ...gateways.map(ledgerAccounts.gateway),
  ]
  for (const account of others) {
    let batch: IJournalEntry[] = []
    for await (const entry of entriesOf(account, day)) {
      // An entry between two of these accounts is listed under both.
      if (entry.postings.find((posting) => others.includes(posting.account))?.account !== account) continue
      counts.entries += 1
      counts.walletsPaise += walletPaise(entry)
      batch.push(entry)
      if (batch.length < batchSize) continue
      found.push(...(await unknownPayments(batch)))
      batch = []
    }
    found.push(...(await unknownPayments(batch)))
  }
  return { found, counts, cursor: undefined }
}

const entriesOf = (account: string, day: string) =>
  JournalEntryModel.find({
    'postings.account': account,
    at: { $gte: startOfIstDay(day), $lt: startOfIstDay(day, 1) },
  })
    .sort({ at: 1 })
    .hint('account_history')
    .lean<IJournalEntry[]>()
    .cursor({ batchSize }) as unknown as AsyncIterable<IJournalEntry>

const walletPaise = ({ postings }: IJournalEntry) =>
  postings
    .filter(({ account }) => account.startsWith(ledgerAccounts.wallet('')))
    .reduce((sum, { amountPaise }) => sum + amountPaise, 0)

async function unknownPayments(entries: readonly IJournalEntry[]): Promise<Finding[]> {
  const booked = entries
    .filter(({ kind }) => paymentKinds.includes(kind))
    .map((entry) => ({
      entry,
      owner: entry.ref.split('/')[0] ?? '',
      id: entry.ref.split('/').slice(1).join('/'),
    }))
  if (booked.length === 0) return []
  const ids = { _id: { $in: booked.map(({ owner }) => owner) } }
  const select = '_id payment.captures payment.discrepancies'
  const [orders, topUps] = await Promise.all([
    OrderModel.find(ids, select).lean<PaymentHolder[]>(),
    WalletTransactionModel.find(ids, select).lean<PaymentHolder[]>(),
  ])
  const holders = new Map([...orders, ...topUps].map((holder) => [holder._id, holder]))
  return booked.flatMap(({ entry, owner, id }) => {
    const payment = holders.get(owner)?.payment
    const matching = [
      ...(payment?.captures ?? []).filter((capture) => capture.gatewayId === id),
      ...(payment?.discrepancies ?? []).filter(
        (discrepancy) => discrepancy.id === id && discrepancy.resolution?.answer === 'credit',
      ),
    ]
    if (matching.length > 0) return []
    const paise = entry.postings.reduce((sum, { amountPaise }) => sum + Math.max(0, amountPaise), 0)
    return [
      {
        kind: 'booked_not_paid' as const,
        ref: entry._id,
        of: 'ledger' as const,
        amountPaise: paise,
        external: holders.has(owner) ? `${owner} knows of no such payment` : `There is no ${owner}`,
        internal: `${formatPaise(paise, { exact: true })} booked`,
      },
    ]
  })
}
