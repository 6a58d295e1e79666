import { postingCause, type ExpectedEntries } from './expected-entries.ts'
import { WalletTransactionModel } from './wallet-transaction-model.ts'

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
