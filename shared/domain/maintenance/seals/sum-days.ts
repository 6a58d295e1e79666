import { startOfIstDay } from '../../../platform/clock.ts'
import { type ILedgerBalance, LedgerBalanceModel } from './balance-model.ts'
import { type AnyEntry, idsOf, type Ledger } from './ledgers.ts'
import { LedgerSealModel } from './seal-model.ts'

/** Owners' accounts with the amount by which an entry or a day changed them. */
export type Sums = Map<string, number>

const batch = 1_000

type AnyPosting = { account: string } & Record<string, unknown>

/** Adds an entry's postings on owners' accounts. */
export function addEntry({ amount, prefix }: Ledger, entry: AnyEntry, sums: Sums): void {
  for (const posting of entry.postings as AnyPosting[]) {
    if (!posting.account.startsWith(prefix)) continue
    sums.set(posting.account, (sums.get(posting.account) ?? 0) + (posting[amount] as number))
  }
}

/**
 * Adds a day's sums to the stored sums of the previous days. A day added again replaces its own amount, and an account
 * that already includes a later day stays unchanged, so a slower process does no harm.
 */
export async function writeSums({ name }: Ledger, day: string, sums: Sums): Promise<void> {
  const entries = [...sums]
  for (let at = 0; at < entries.length; at += batch) {
    await LedgerBalanceModel.collection.bulkWrite(
      entries.slice(at, at + batch).map(([account, moved]) => ({
        updateOne: {
          filter: { _id: `${name}/${account}` as never },
          update: addDay(day, moved),
          upsert: true,
        },
      })),
    )
  }
}

const through = { $ifNull: ['$through', ''] }

const addDay = (day: string, moved: number) => [
  {
    $set: {
      before: {
        $cond: [{ $lt: [through, day] }, { through, sum: { $ifNull: ['$sum', 0] } }, '$before'],
      },
    },
  },
  {
    $set: {
      sum: { $cond: [{ $gt: [through, day] }, '$sum', { $add: ['$before.sum', moved] }] },
      through: { $max: [through, day] },
    },
  },
]

/** The last day with complete sums, and the time at which the open days after it begin. */
export type LastSummed = { day: string; endsAt: Date }

/** @param options options of a read in a snapshot */
export async function lastSummedDay(ledger: Ledger, options: object = {}): Promise<LastSummed | undefined> {
  const seal = await LedgerSealModel.findOne({ _id: idsOf(ledger), hasSums: true }, null, options)
    .sort({ _id: -1 })
    .lean()
  if (!seal) return undefined
  const day = seal._id.slice(ledger.name.length + 1)
  return { day, endsAt: startOfIstDay(day, 1) }
}

/** The sum of an account through the last summed day; 0 for an account without entries. */
export function sumThrough(balance: ILedgerBalance | undefined, day: string): number {
  if (!balance) return 0
  return balance.through <= day ? balance.sum : balance.before.sum
}
