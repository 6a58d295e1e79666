import { Types } from 'mongoose'
import { toRupees } from '../../contracts/money.ts'
import { startOfIstMonth } from '../../platform/clock.ts'
import { longSnapshotOptions, readSnapshot, snapshotOptions } from '../../platform/snapshot.ts'
import { JournalEntryModel, ledgerAccounts } from './ledger-model.ts'
import { type IWallet, WalletModel } from './wallet-model.ts'

/** Limit of entries summed up during a request; the nightly verification sums up all. */
const maxEntries = 5_000

type WalletStatement = {
  balancePaise: number
  /** Sum of the entries read. */
  sumPaise: number
  entries: number
  /** Whether these are all entries. */
  isComplete: boolean
}

/** A wallet's balance and the sum of its ledger entries, both from one snapshot. */
export function walletStatement(userId: string, limit = maxEntries): Promise<WalletStatement> {
  const account = ledgerAccounts.wallet(userId)
  const pipeline = [
    { $match: { 'postings.account': account } },
    { $limit: limit + 1 },
    { $unwind: '$postings' },
    { $match: { 'postings.account': account } },
    { $group: { _id: null, sum: { $sum: '$postings.amountPaise' }, entries: { $sum: 1 } } },
  ]
  return readSnapshot(async (snapshot) => {
    const wallet = await WalletModel.findById(
      new Types.ObjectId(userId),
      null,
      snapshotOptions(snapshot),
    ).lean<IWallet | null>()
    const [row = { sum: 0, entries: 0 }] = await JournalEntryModel.aggregate<{
      sum: number
      entries: number
    }>(pipeline, longSnapshotOptions(snapshot)).hint('account_history')
    return {
      balancePaise: wallet?.balancePaise ?? 0,
      sumPaise: row.sum,
      entries: Math.min(row.entries, limit),
      isComplete: row.entries <= limit,
    }
  })
}

/** Rupees added to and spent from a wallet since the start of the month in India, by its postings. */
export async function walletMonthTotals(
  userId: string,
  now: Date,
): Promise<{ added: number; spent: number }> {
  const account = ledgerAccounts.wallet(userId)
  const amountPaise = '$postings.amountPaise'
  const [sums] = await JournalEntryModel.aggregate<{ addedPaise: number; spentPaise: number }>([
    { $match: { 'postings.account': account, at: { $gte: startOfIstMonth(now) } } },
    { $unwind: '$postings' },
    { $match: { 'postings.account': account } },
    {
      $group: {
        _id: null,
        addedPaise: { $sum: { $max: [amountPaise, 0] } },
        spentPaise: { $sum: { $max: [{ $multiply: [amountPaise, -1] }, 0] } },
      },
    },
  ])
  return { added: toRupees(sums?.addedPaise ?? 0), spent: toRupees(sums?.spentPaise ?? 0) }
}
