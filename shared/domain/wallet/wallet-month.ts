import { toRupees } from '../../contracts/money.ts'
import { startOfIstMonth } from '../../platform/clock.ts'
import { ledgerAccounts, JournalEntryModel } from './ledger-model.ts'

/** Rupees that came into a wallet and went out of it since the month began in India, by its postings. */
export async function monthOf(userId: string, now: Date): Promise<{ added: number; spent: number }> {
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
