import type { ClientSession } from 'mongoose'
import { longSnapshotOptions } from '../../platform/snapshot.ts'
import { type ExpectedEntries, foldLedger, postingCause } from '../wallet/index.ts'
import { PointsBalanceModel, PointsEntryModel, pointAccounts } from './points-model.ts'

/** In hundredths of a point. */
export type PointFault =
  | { kind: 'points_unbalanced'; entry: string; sum: number }
  | { kind: 'points_differ' | 'points_negative'; owner: string; balance: number; fold: number }
  /** An entry has another amount than its order says; 0: there is none. */
  | { kind: 'points_cause_differs'; cause: string; ledger: number; expected: number }

const prefix = pointAccounts.owner('')
const ledger = {
  entries: PointsEntryModel,
  amount: 'hundredths',
  balances: PointsBalanceModel,
  balance: 'hundredths',
  prefix,
}

/**
 * Whether every hundredth of a point is where it should be: entries sum to zero, balances are what their postings add up
 * to, and orders gave and took back what they say. Read in the session of `readSnapshot`.
 * @param orders what orders say, as `{ cause, expected }`
 * @param most so many differing causes are told
 */
export async function verifyPoints(
  snapshot: ClientSession,
  orders: ExpectedEntries,
  most: number,
): Promise<PointFault[]> {
  const { unbalanced, differing, negative } = await foldLedger(ledger, snapshot)
  const foldOf = new Map(differing.map(({ owner, fold }) => [owner, fold]))
  return [
    ...unbalanced.map((one) => ({ kind: 'points_unbalanced' as const, ...one })),
    ...differing.map((one) => ({ kind: 'points_differ' as const, ...one })),
    ...negative.map((one) => ({
      kind: 'points_negative' as const,
      ...one,
      fold: foldOf.get(one.owner) ?? one.balance,
    })),
    ...(await comparePointCauses(snapshot, orders, { most })),
  ]
}

/** What redeemed points say must be in the ledger of money, as `{ cause, expectedPaise }`. */
export const expectedRedemptions: ExpectedEntries = {
  collection: PointsEntryModel.collection.name,
  pipeline: [
    { $match: { kind: 'redeemed' } },
    { $unwind: '$postings' },
    { $match: { 'postings.account': { $regex: /^points:/ } } },
    {
      $project: {
        _id: 0,
        cause: postingCause('points_redeemed', '$ref', {
          $substrBytes: ['$postings.account', prefix.length, -1],
        }),
        expectedPaise: '$valuePaise',
      },
    },
  ],
}

/** Sets of orders, each with what came to its owner (negative: went). */
const posted = [
  { $match: { kind: { $ne: 'redeemed' as const } } },
  { $unwind: '$postings' },
  { $match: { 'postings.account': { $regex: /^points:/ } } },
  {
    $project: {
      _id: 0,
      cause: { $concat: ['$kind', '/', '$ref', ' ', '$postings.account'] },
      ledger: '$postings.hundredths',
    },
  },
]

type Row = { _id: string; ledger: number; expected: number }

/**
 * The entries that are not as orders say.
 * @param orders what these orders say
 * @param options.most so many are told
 * @param options.entries the filter for the entries that these orders have; all without it
 */
export async function comparePointCauses(
  snapshot: ClientSession,
  { collection, pipeline }: ExpectedEntries,
  { most, entries = {} }: { most: number; entries?: object },
): Promise<PointFault[]> {
  const sums = { ledger: { $sum: '$ledger' }, expected: { $sum: '$expected' } }
  const rows = await PointsEntryModel.aggregate<Row>(
    [
      { $match: entries },
      ...posted,
      { $unionWith: { coll: collection, pipeline } },
      { $group: { _id: '$cause', ...sums } },
      { $match: { $expr: { $ne: ['$ledger', '$expected'] } } },
      { $limit: most },
    ],
    longSnapshotOptions(snapshot),
  )
  return rows.map(({ _id, ...amounts }) => ({ kind: 'points_cause_differs', cause: _id, ...amounts }))
}
