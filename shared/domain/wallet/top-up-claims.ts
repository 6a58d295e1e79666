import type { ClientSession } from 'mongoose'
import { readWhole } from './at-one-moment.ts'
import { causeOf, type LedgerClaims } from './ledger-claims.ts'
import { MovementModel } from './movement-model.ts'

/** A top-up's first capture was what it waited for; every other is a second payment. */
export const topUpClaims: LedgerClaims = {
  collection: MovementModel.collection.name,
  pipeline: [
    { $match: { kind: 'topup', 'payment.captures.0': { $exists: true } } },
    { $unwind: { path: '$payment.captures', includeArrayIndex: 'place' } },
    {
      $project: {
        _id: 0,
        cause: causeOf(
          { $cond: [{ $eq: ['$place', 0] }, 'topup', 'stray_payment'] },
          { $concat: ['$_id', '/', '$payment.captures.bankReference'] },
          { $toString: '$userId' },
        ),
        claimedPaise: '$payment.captures.amountPaise',
      },
    },
  ],
}

/** Top-ups whose own fields contradict each other: paid without a capture, or another amount than came. */
export async function contradictoryTopUps(session: ClientSession, most: number): Promise<string[]> {
  const first = { $first: '$payment.captures.amountPaise' }
  const rows = await MovementModel.aggregate<{ _id: string }>(
    [
      { $match: { kind: 'topup' } },
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
      { $limit: most },
    ],
    readWhole(session),
  )
  return rows.map((row) => row._id)
}
