import type { ClientSession } from 'mongoose'
import { longSnapshotOptions } from '../../platform/snapshot.ts'
import {
  creditedDiscrepancies,
  type ExpectedEntries,
  expectedDiscrepancyEntries,
  postingCause,
} from './expected-entries.ts'
import { WalletTransactionModel } from './wallet-transaction-model.ts'

const wallet = { $toString: '$userId' }
const captures = { $ifNull: ['$payment.captures', []] }
const capture = { $arrayElemAt: ['$payment.captures', '$$place'] }

const expectedCaptureEntries = {
  $map: {
    input: { $range: [0, { $size: captures }] },
    as: 'place',
    in: {
      $let: {
        vars: { one: capture },
        in: {
          cause: postingCause(
            { $cond: [{ $eq: ['$$place', 0] }, 'topup', 'unallocated_payment'] },
            { $concat: ['$_id', '/', '$$one.gatewayId'] },
            wallet,
          ),
          expectedPaise: '$$one.amountPaise',
        },
      },
    },
  },
}

/** A top-up's first capture is its payment; every other is a second payment. */
export const expectedTopUpEntries: ExpectedEntries = {
  collection: WalletTransactionModel.collection.name,
  pipeline: [
    { $match: { kind: 'topup' } },
    {
      $project: {
        _id: 0,
        entries: {
          $concatArrays: [
            expectedCaptureEntries,
            expectedDiscrepancyEntries({
              discrepancies: creditedDiscrepancies('$payment.discrepancies'),
              clientTxnId: '$_id',
              wallet,
            }),
          ],
        },
      },
    },
    { $unwind: '$entries' },
    { $replaceRoot: { newRoot: '$entries' } },
  ],
}

/**
 * Top-ups whose own fields contradict each other: paid without a capture, or with another amount than captured.
 * @param where restricts the top-ups; all without it
 */
export async function inconsistentTopUps(
  snapshot: ClientSession,
  limit: number,
  where: Record<string, unknown> = {},
): Promise<string[]> {
  const first = { $first: '$payment.captures.amountPaise' }
  const rows = await WalletTransactionModel.aggregate<{ _id: string }>(
    [
      { $match: { ...where, kind: 'topup' } },
      { $project: { status: 1, amountPaise: 1, first } },
      {
        $match: {
          $expr: {
            $cond: [
              { $eq: ['$status', 'Success'] },
              { $ne: ['$first', '$amountPaise'] },
              { $gt: ['$first', null] },
            ],
          },
        },
      },
      { $limit: limit },
    ],
    longSnapshotOptions(snapshot),
  )
  return rows.map((row) => row._id)
}
