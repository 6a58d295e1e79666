import type { PipelineStage } from 'mongoose'
import { WalletTransactionModel } from './wallet-transaction-model.ts'

/** What documents say must be in the ledger: a pipeline over their collection that gives `{ cause, expectedPaise }`. */
export type ExpectedEntries = {
  collection: string
  pipeline: Exclude<PipelineStage, PipelineStage.Merge | PipelineStage.Out>[]
}

/** What a journal entry is called when it is compared: its kind, its ref, and the wallet it moves, if any. */
export const postingCause = (kind: unknown, ref: unknown, wallet?: unknown) => ({
  $concat: [kind, '/', ref, ...(wallet === undefined ? [] : [' wallet:', wallet])],
})

/** Of a payment's discrepancies those whose held money a person gave to the customer. */
export const creditedDiscrepancies = (discrepancies: string) => ({
  $filter: {
    input: { $ifNull: [discrepancies, []] },
    as: 'one',
    cond: { $eq: ['$$one.resolution.answer', 'credit'] },
  },
})

/** What those say must be in the ledger. */
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
 * The ledger's own side of the comparison, as `{ cause, ledgerPaise }`: what came to the wallet (negative: went), or,
 * where no wallet moved, what was paid. Of adjustments those count that are named by a line of a wallet, as an admin's
 * are; nothing else tells of what an operator posts by a script.
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

/** What admins did by hand: each such line of a wallet has a posting of its name and amount. */
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
