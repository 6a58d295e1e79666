import type { ClientSession, Model } from 'mongoose'
import { longSnapshotOptions, readSnapshot } from '../../platform/snapshot.ts'
import { JournalEntryModel, ledgerAccounts } from './ledger-model.ts'
import { WalletModel } from './wallet-model.ts'

type Readable = Pick<Model<unknown>, 'aggregate'>

/** Journal entries in whole numbers of one unit, and the stored balances of some of their accounts. */
type LedgerFold = {
  entries: Readable
  /** Field of a posting's amount. */
  amount: string
  balances: Readable
  /** Field of a balance. */
  balance: string
  /** Prefix of an owner's account. */
  prefix: string
}

/** `sum` is not 0; `fold` is the sum of the postings, `balance` the stored one. */
type FoldedLedger = {
  entries: number
  postings: number
  accounts: number
  unbalanced: { entry: string; sum: number }[]
  differing: { owner: string; balance: number; fold: number }[]
  negative: { owner: string; balance: number }[]
}

/** Sums up all entries in the database. The first read of the session sets its snapshot time. */
export async function foldLedger(ledger: LedgerFold, snapshot: ClientSession): Promise<FoldedLedger> {
  const stored = new Map(
    (await readAmounts(ledger.balances, [{ $project: { sum: `$${ledger.balance}` } }], snapshot)).map(
      ({ _id, sum }) => [String(_id), sum],
    ),
  )
  const [entries, folds] = await Promise.all([checkEntries(ledger, snapshot), foldAccounts(ledger, snapshot)])
  const { prefix } = ledger
  const owners = [...folds.keys()]
    .filter((account) => account.startsWith(prefix))
    .map((account) => account.slice(prefix.length))
  const balances = [...new Set([...stored.keys(), ...owners])].map((owner) => ({
    owner,
    balance: stored.get(owner) ?? 0,
    fold: folds.get(`${prefix}${owner}`) ?? 0,
  }))
  return {
    ...entries,
    accounts: folds.size,
    differing: balances.filter(({ balance, fold }) => balance !== fold),
    negative: balances.flatMap(({ owner, balance }) => (balance < 0 ? [{ owner, balance }] : [])),
  }
}

type Amount = { _id: unknown; sum: number }

const readAmounts = (
  model: Readable,
  pipeline: Parameters<Readable['aggregate']>[0],
  snapshot: ClientSession,
): Promise<Amount[]> => model.aggregate<Amount>(pipeline, longSnapshotOptions(snapshot))

/** One group for all entries that balance, and one for each that does not. */
async function checkEntries({ entries, amount }: LedgerFold, snapshot: ClientSession) {
  const rows = await entries.aggregate<{
    _id: string | null
    entries: number
    postings: number
    sum: number
  }>(
    [
      {
        $project: { kind: 1, ref: 1, sum: { $sum: `$postings.${amount}` }, postings: { $size: '$postings' } },
      },
      {
        $group: {
          _id: { $cond: [{ $eq: ['$sum', 0] }, null, { $concat: ['$kind', '/', '$ref'] }] },
          entries: { $sum: 1 },
          postings: { $sum: '$postings' },
          sum: { $sum: '$sum' },
        },
      },
    ],
    longSnapshotOptions(snapshot),
  )
  const total = (of: 'entries' | 'postings') => rows.reduce((all, row) => all + row[of], 0)
  return {
    entries: total('entries'),
    postings: total('postings'),
    unbalanced: rows.flatMap((row) => (row._id === null ? [] : [{ entry: row._id, sum: row.sum }])),
  }
}

async function foldAccounts(
  { entries, amount }: LedgerFold,
  tx: ClientSession,
): Promise<Map<string, number>> {
  const rows = await readAmounts(
    entries,
    [
      { $unwind: '$postings' },
      { $group: { _id: '$postings.account', sum: { $sum: `$postings.${amount}` } } },
    ],
    tx,
  )
  return new Map(rows.map(({ _id, sum }) => [String(_id), sum]))
}

export type BalanceFault =
  | { kind: 'entry_unbalanced'; entry: string; sumPaise: number }
  | { kind: 'wallet_differs'; owner: string; balancePaise: number; foldPaise: number }
  | { kind: 'wallet_negative'; owner: string; balancePaise: number }

/** `postings` is the number of postings in all entries. */
export type BalanceVerification = {
  entries: number
  postings: number
  accounts: number
  faults: BalanceFault[]
}

/**
 * Sums up the whole ledger in the database and compares every wallet's balance with its postings. All reads share one
 * snapshot, so payments may continue meanwhile.
 */
export function verifyBalances(): Promise<BalanceVerification> {
  return readSnapshot(foldEntries)
}

const ledger = {
  entries: JournalEntryModel,
  amount: 'amountPaise',
  balances: WalletModel,
  balance: 'balancePaise',
  prefix: ledgerAccounts.wallet(''),
}

/** `verifyBalances` inside `readSnapshot`; must be its first read. */
export async function foldEntries(snapshot: ClientSession): Promise<BalanceVerification> {
  const { unbalanced, differing, negative, ...counts } = await foldLedger(ledger, snapshot)
  const differs = differing.map(({ owner, balance, fold }) => ({
    kind: 'wallet_differs' as const,
    owner,
    balancePaise: balance,
    foldPaise: fold,
  }))
  const negatives = negative.map(({ owner, balance }) => ({
    kind: 'wallet_negative' as const,
    owner,
    balancePaise: balance,
  }))
  const entries = unbalanced.map(({ entry, sum }) => ({
    kind: 'entry_unbalanced' as const,
    entry,
    sumPaise: sum,
  }))
  return { ...counts, faults: [...entries, ...differs, ...negatives] }
}
