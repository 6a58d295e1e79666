import type { Mutant } from './tree/mutant.ts'

/** Faults in batched commits. */
export const batchMutants: Mutant[] = [
  {
    name: 'a debit rejected in a batch loses the remaining balance',
    file: 'shared/domain/wallet/post-entries-batch.ts',
    inside: 'applyCause',
    find: "if (after < 0) return new AppError('insufficient_balance')",
    replace:
      "if (after < 0 && wallets.set(owner, { _id: new Types.ObjectId(owner), balancePaise: 0, version: version + 1 })) return new AppError('insufficient_balance')",
    tests: ['tests/services/model/ledger.test.ts'],
  },
  {
    name: 'a wallet that a batch did not change is ignored',
    file: 'shared/domain/wallet/post-entries-batch.ts',
    inside: 'updateWallets',
    find: "throw new Error('a wallet was moved meanwhile')",
    replace: 'return',
    tests: ['tests/services/model/ledger.test.ts'],
  },
  {
    name: 'a batch whose commit may have happened is repeated one by one',
    file: 'shared/platform/group-commit.ts',
    inside: 'commitBatch',
    find: 'if (!written) return splitBatch(batch)',
    replace: 'if (batch) return splitBatch(batch)',
    tests: ['tests/services/database/group-commit.test.ts'],
  },
  {
    name: 'an order of a batch that has changed since still earns points',
    file: 'shared/domain/orders/change/change-order.ts',
    inside: 'commitAsRead',
    find: 'orders[index] ? gains : []',
    replace: 'orders[index] === null ? [] : gains',
    tests: ['tests/services/model/grouped-steps.test.ts'],
  },
  {
    name: 'a write that was not made is reported as made, because others of its command were',
    file: 'shared/domain/orders/change/compare-and-set.ts',
    inside: 'writeAll',
    find: 'matched === writesAsRead.length',
    replace: 'matched >= 0',
    tests: ['tests/services/model/grouped-steps.test.ts'],
  },
  {
    name: 'a write that the server rejects fails the whole batch',
    file: 'shared/domain/orders/change/compare-and-set.ts',
    inside: 'matchedDespiteErrors',
    find: 'if (!isPartialFailure) throw error',
    replace: 'if (isPartialFailure || !isPartialFailure) throw error',
    tests: ['tests/services/model/grouped-steps.test.ts'],
  },
  {
    name: 'an order completed in a batch earns no points',
    file: 'shared/domain/orders/change/change-order.ts',
    inside: 'earningPlan',
    find: 'posts.map((gain) => ({ move: gain, at: change.at }))',
    replace: 'posts.slice(posts.length)',
    tests: ['tests/services/model/grouped-steps.test.ts'],
  },
]
