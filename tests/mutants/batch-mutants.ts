import type { Mutant } from './tree/mutant.ts'

/** Faults in batched commits. */
export const batchMutants: Mutant[] = [
  {
    name: 'who is refused in a group loses what is left',
    file: 'shared/domain/wallet/post-entries-batch.ts',
    inside: 'applyCause',
    find: "if (after < 0) return new AppError('insufficient_balance')",
    replace:
      "if (after < 0 && wallets.set(owner, { _id: new Types.ObjectId(owner), balancePaise: 0, version: version + 1 })) return new AppError('insufficient_balance')",
    tests: ['tests/services/model/ledger.test.ts'],
  },
  {
    name: 'a wallet that a group did not move is no matter',
    file: 'shared/domain/wallet/post-entries-batch.ts',
    inside: 'updateWallets',
    find: "throw new Error('a wallet was moved meanwhile')",
    replace: 'return',
    tests: ['tests/services/model/ledger.test.ts'],
  },
  {
    name: 'a group whose commit may have happened is done again one by one',
    file: 'shared/platform/group-commit.ts',
    inside: 'commitBatch',
    find: 'if (!written) return splitBatch(batch)',
    replace: 'if (batch) return splitBatch(batch)',
    tests: ['tests/services/database/group-commit.test.ts'],
  },
  {
    name: 'an order of a group that has moved on earns all the same',
    file: 'shared/domain/orders/change/change-order.ts',
    inside: 'commitAsRead',
    find: 'orders[index] ? gains : []',
    replace: 'orders[index] === null ? [] : gains',
    tests: ['tests/services/model/grouped-steps.test.ts'],
  },
  {
    name: 'a write that was not made is called made, because others of its command were',
    file: 'shared/domain/orders/change/compare-and-set.ts',
    inside: 'writeAll',
    find: 'matched === writesAsRead.length',
    replace: 'matched >= 0',
    tests: ['tests/services/model/grouped-steps.test.ts'],
  },
  {
    name: 'who is refused by the server takes its group with it',
    file: 'shared/domain/orders/change/compare-and-set.ts',
    inside: 'matchedDespiteErrors',
    find: 'if (!isPartialFailure) throw error',
    replace: 'if (isPartialFailure || !isPartialFailure) throw error',
    tests: ['tests/services/model/grouped-steps.test.ts'],
  },
  {
    name: 'who completes together with others earns nothing',
    file: 'shared/domain/orders/change/change-order.ts',
    inside: 'earningPlan',
    find: 'posts.map((gain) => ({ move: gain, at: change.at }))',
    replace: 'posts.slice(posts.length)',
    tests: ['tests/services/model/grouped-steps.test.ts'],
  },
]
