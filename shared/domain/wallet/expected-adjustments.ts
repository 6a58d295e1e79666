import { causeOf, type ExpectedEntries } from './expected-entries.ts'
import { MovementModel } from './movement-model.ts'

/** What admins did by hand: each such line of a wallet has a posting of its name and amount. */
export const expectedAdjustments: ExpectedEntries = {
  collection: MovementModel.collection.name,
  pipeline: [
    { $match: { kind: 'adjustment' } },
    {
      $project: {
        _id: 0,
        cause: causeOf('adjustment', '$_id', { $toString: '$userId' }),
        expectedPaise: '$amountPaise',
      },
    },
  ],
}
