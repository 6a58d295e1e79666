import type { PipelineStage } from 'mongoose'
import { WalletTransactionModel } from './wallet-transaction-model.ts'

/** Ledger entries that documents require: a pipeline over their collection that returns `{ cause, expectedPaise }`. */
export type ExpectedEntries = {
  collection: string
  pipeline: Exclude<PipelineStage, PipelineStage.Merge | PipelineStage.Out>[]
}

/** Identifies a journal entry in a comparison: its kind, its ref, and the wallet it moves, if any. */
export const postingCause = (kind: unknown, ref: unknown, wallet?: unknown) => ({
  $concat: [kind, '/', ref, ...(wallet === undefined ? [] : [' wallet:', wallet])],
})

/** The discrepancies of a payment whose money was credited by a person's decision. */
export const creditedDiscrepancies = (discrepancies: string) => ({
  $filter: {
    input: { $ifNull: [discrepancies, []] },
    as: 'one',
    cond: { $eq: ['$$one.resolution.answer', 'credit'] },
  },
})

/** The ledger entries that these discrepancies require. */
export const expectedDiscrepancyEntries = (of: {
  discrepancies: unknown
  clientTxnId: string
  wallet: unknown
}) => ({
  $map: {
    input: of.discrepancies,
    as: 'one',
    in: {
      cause: postingCause('reviewed_payment', { $concat: [of.clientTxnId, '/', '$$one.id'] }, of.wallet),
      expectedPaise: '$$one.inReviewPaise',
    },
  },
})

const ofWallet = { $eq: [{ $substrBytes: ['$$one.account', 0, 7] }, 'wallet:'] }
const walletPosting = { $first: { $filter: { input: '$postings', as: 'one', cond: ofWallet } } }
const credited = { $map: { input: '$postings', as: 'one', in: { $max: ['$$one.amountPaise', 0] } } }

/**
 * The ledger's side of the comparison, as `{ cause, ledgerPaise }`: the wallet's amount (negative: taken out) or, when
 * no wallet moved, the amount paid. Adjustments count only with a wallet transaction of the same id, as an admin's
 * have; an operator's script has no document to compare with.
 */
export const ledgerCauses: ExpectedEntries['pipeline'] = [
  { $match: { $or: [{ kind: { $ne: 'adjustment' } }, { ref: /^JW/ }] } },
  { $project: { kind: 1, ref: 1, walletPosting, paid: { $sum: credited } } },
  {
    $project: {
      _id: 0,
      cause: {
        $concat: ['$kind', '/', '$ref', { $ifNull: [{ $concat: [' ', '$walletPosting.account'] }, ''] }],
      },
      ledgerPaise: { $ifNull: ['$walletPosting.amountPaise', '$paid'] },
    },
  },
]

/** Admins' adjustments: each wallet transaction requires a posting of its id and amount. */
export const expectedAdjustments: ExpectedEntries = {
  collection: WalletTransactionModel.collection.name,
  pipeline: [
    { $match: { kind: 'adjustment' } },
    {
      $project: {
        _id: 0,
        cause: postingCause('adjustment', '$_id', { $toString: '$userId' }),
        expectedPaise: '$amountPaise',
      },
    },
  ],
}
