import type { ClientSession } from 'mongoose'
import { longSnapshotOptions } from '../../platform/snapshot.ts'
import { type ExpectedEntries, foldLedger, postingCause } from '../wallet/index.ts'
import { PointsBalanceModel, PointsEntryModel, pointAccounts } from './points-model.ts'

/** In hundredths of a point. */
export type PointFault =
  | { kind: 'points_unbalanced'; entry: string; sum: number }
  | { kind: 'points_differ' | 'points_negative'; owner: string; balance: number; fold: number }
  /** An entry's amount differs from its order's; 0: there is none. */
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
 * Verifies the points ledger: entries sum to zero, balances equal their postings, and orders agree with the entries.
 * Runs in the session of `readSnapshot`.
 * @param orders what orders require, as `{ cause, expected, isOwed }`
 * @param most maximum number of differing causes returned
 */
export async function verifyPoints(
  snapshot: ClientSession,
  orders: ExpectedEntries,
  most: number,
): Promise<PointFault[]> {
  const { unbalanced, differing, negative } = await foldLedger(ledger, snapshot)
  const foldOf = new Map(differing.map(({ owner, fold }) => [owner, fold]))
  return [
    ...unbalanced.map((fault) => ({ kind: 'points_unbalanced' as const, ...fault })),
    ...differing.map((fault) => ({ kind: 'points_differ' as const, ...fault })),
    ...negative.map((fault) => ({
      kind: 'points_negative' as const,
      ...fault,
      fold: foldOf.get(fault.owner) ?? fault.balance,
    })),
    ...(await comparePointCauses(snapshot, orders, { most })),
  ]
}

/** Money ledger entries that redeemed points require, as `{ cause, expectedPaise }`. */
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

/** Entries of orders, each with the owner's amount (negative: debited). */
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

const differs = { $ne: ['$ledger', '$expected'] }
const isStillOwed = { $and: ['$isOwed', { $eq: ['$ledger', 0] }] }

/**
 * The entries that differ from what orders require. One that is owed (`isOwed`) may not be posted yet.
 * @param orders what these orders require
 * @param options.most maximum number returned
 * @param options.entries filter for the entries of these orders; all without it
 */
export async function comparePointCauses(
  snapshot: ClientSession,
  { collection, pipeline }: ExpectedEntries,
  { most, entries = {} }: { most: number; entries?: object },
): Promise<PointFault[]> {
  const sums = {
    ledger: { $sum: '$ledger' },
    expected: { $sum: '$expected' },
    isOwed: { $max: '$isOwed' },
  }
  const rows = await PointsEntryModel.aggregate<Row>(
    [
      { $match: entries },
      ...posted,
      { $unionWith: { coll: collection, pipeline } },
      { $group: { _id: '$cause', ...sums } },
      { $match: { $expr: { $and: [differs, { $not: [isStillOwed] }] } } },
      { $limit: most },
      { $unset: 'isOwed' },
    ],
    longSnapshotOptions(snapshot),
  )
  return rows.map(({ _id, ...amounts }) => ({ kind: 'points_cause_differs', cause: _id, ...amounts }))
}
