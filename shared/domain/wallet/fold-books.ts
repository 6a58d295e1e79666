import type { ClientSession, Model } from 'mongoose'
import { longSnapshotOptions, readSnapshot } from '../../platform/snapshot.ts'
import { JournalEntryModel, ledgerAccounts } from './ledger-model.ts'
import { WalletModel } from './wallet-model.ts'

type Readable = Pick<Model<unknown>, 'aggregate'>

/** Sets of postings in whole numbers of one unit, and the balances that are kept of some of their accounts. */
type LedgerFold = {
  entries: Readable
  /** The field of a posting's amount. */
  amount: string
  balances: Readable
  /** The field of a balance. */
  balance: string
  /** What an owner's account begins with. */
  prefix: string
}

/** `sum` is not 0; `fold` is what the postings add up to, `balance` what is kept. */
type FoldedLedger = {
  entries: number
  postings: number
  accounts: number
  unbalanced: { entry: string; sum: number }[]
  differing: { owner: string; balance: number; fold: number }[]
  negative: { owner: string; balance: number }[]
}

/** Adds up all entries in the database. The first read of the session fixes the moment at which it looks. */
export async function foldLedger(ledger: LedgerFold, snapshot: ClientSession): Promise<FoldedLedger> {
  const kept = new Map(
    (await readAmounts(ledger.balances, [{ $project: { sum: `$${ledger.balance}` } }], snapshot)).map(
      ({ _id, sum }) => [String(_id), sum],
    ),
  )
  const [entries, folds] = await Promise.all([checkEntries(ledger, snapshot), foldAccounts(ledger, snapshot)])
  const { prefix } = ledger
  const owners = [...folds.keys()]
    .filter((one) => one.startsWith(prefix))
    .map((one) => one.slice(prefix.length))
  const both = [...new Set([...kept.keys(), ...owners])].map((owner) => ({
    owner,
    balance: kept.get(owner) ?? 0,
    fold: folds.get(`${prefix}${owner}`) ?? 0,
  }))
  return {
    ...entries,
    accounts: folds.size,
    differing: both.filter(({ balance, fold }) => balance !== fold),
    negative: both.flatMap(({ owner, balance }) => (balance < 0 ? [{ owner, balance }] : [])),
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

/** `postings` counts the postings of all entries. */
export type BalanceVerification = {
  entries: number
  postings: number
  accounts: number
  faults: BalanceFault[]
}

/**
 * Folds the whole ledger in the database and holds every wallet's balance against the sum of its postings. All of
 * it is read as it was at one moment, so that money may go on moving meanwhile.
 */
export function verifyBalances(): Promise<BalanceVerification> {
  return readSnapshot(foldEntries)
}

const ledger = {
  ...{ entries: JournalEntryModel, amount: 'amountPaise' },
  ...{ balances: WalletModel, balance: 'balancePaise', prefix: ledgerAccounts.wallet('') },
}

/** The same inside `readSnapshot`, whose first read it must be. */
export async function foldEntries(snapshot: ClientSession): Promise<BalanceVerification> {
  const { unbalanced, differing, negative, ...counts } = await foldLedger(ledger, snapshot)
  const differs = differing.map(({ owner, balance, fold }) => ({
    ...{ kind: 'wallet_differs' as const, owner },
    ...{ balancePaise: balance, foldPaise: fold },
  }))
  const below = negative.map(({ owner, balance }) => ({
    ...{ kind: 'wallet_negative' as const, owner, balancePaise: balance },
  }))
  const entries = unbalanced.map(({ entry, sum }) => ({
    kind: 'entry_unbalanced' as const,
    entry,
    sumPaise: sum,
  }))
  return { ...counts, faults: [...entries, ...differs, ...below] }
}
