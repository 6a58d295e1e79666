import type { ClientSession, Model } from 'mongoose'
import { longSnapshotOptions } from '../../platform/snapshot.ts'

type Readable = Pick<Model<unknown>, 'aggregate'>

/** Sets of postings in whole numbers of one unit, and the balances that are kept of some of their accounts. */
export type Books = {
  sets: Readable
  /** The field of a posting's amount. */
  amount: string
  balances: Readable
  /** The field of a balance. */
  balance: string
  /** What an owner's account begins with. */
  prefix: string
}

/** `sum` is not 0; `fold` is what the postings add up to, `balance` what is kept. */
export type Folded = {
  sets: number
  entries: number
  accounts: number
  unbalanced: { set: string; sum: number }[]
  differing: { owner: string; balance: number; fold: number }[]
  negative: { owner: string; balance: number }[]
}

/** Adds up all sets in the database. The first read of the session fixes the moment at which it looks. */
export async function foldBooks(books: Books, session: ClientSession): Promise<Folded> {
  const kept = new Map(
    (await readAmounts(books.balances, [{ $project: { sum: `$${books.balance}` } }], session)).map(
      ({ _id, sum }) => [String(_id), sum],
    ),
  )
  const [sets, folds] = await Promise.all([checkSets(books, session), foldAccounts(books, session)])
  const { prefix } = books
  const owners = [...folds.keys()]
    .filter((one) => one.startsWith(prefix))
    .map((one) => one.slice(prefix.length))
  const both = [...new Set([...kept.keys(), ...owners])].map((owner) => ({
    owner,
    balance: kept.get(owner) ?? 0,
    fold: folds.get(`${prefix}${owner}`) ?? 0,
  }))
  return {
    ...sets,
    accounts: folds.size,
    differing: both.filter(({ balance, fold }) => balance !== fold),
    negative: both.flatMap(({ owner, balance }) => (balance < 0 ? [{ owner, balance }] : [])),
  }
}

type Amount = { _id: unknown; sum: number }

const readAmounts = (
  model: Readable,
  pipeline: Parameters<Readable['aggregate']>[0],
  session: ClientSession,
): Promise<Amount[]> => model.aggregate<Amount>(pipeline, longSnapshotOptions(session))

/** One group for all sets that balance, and one for each that does not. */
async function checkSets({ sets, amount }: Books, session: ClientSession) {
  const rows = await sets.aggregate<{ _id: string | null; sets: number; entries: number; sum: number }>(
    [
      {
        $project: { kind: 1, ref: 1, sum: { $sum: `$postings.${amount}` }, entries: { $size: '$postings' } },
      },
      {
        $group: {
          _id: { $cond: [{ $eq: ['$sum', 0] }, null, { $concat: ['$kind', '/', '$ref'] }] },
          sets: { $sum: 1 },
          entries: { $sum: '$entries' },
          sum: { $sum: '$sum' },
        },
      },
    ],
    longSnapshotOptions(session),
  )
  const total = (of: 'sets' | 'entries') => rows.reduce((all, row) => all + row[of], 0)
  return {
    sets: total('sets'),
    entries: total('entries'),
    unbalanced: rows.flatMap((row) => (row._id === null ? [] : [{ set: row._id, sum: row.sum }])),
  }
}

async function foldAccounts({ sets, amount }: Books, session: ClientSession): Promise<Map<string, number>> {
  const rows = await readAmounts(
    sets,
    [
      { $unwind: '$postings' },
      { $group: { _id: '$postings.account', sum: { $sum: `$postings.${amount}` } } },
    ],
    session,
  )
  return new Map(rows.map(({ _id, sum }) => [String(_id), sum]))
}
