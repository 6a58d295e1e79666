import type { Mutant } from './tree/mutant.ts'

/** Faults in rebuilding closed orders from their history. */
export const replayMutants: readonly Mutant[] = [
  {
    name: 'the changes of a unit are not recorded where it is written as a whole',
    file: 'shared/domain/orders/change/transition-order.ts',
    inside: 'unitChange',
    find: 'newUnit ? newUnit[field] : $OTHERWISE',
    replace: '$OTHERWISE',
    tests: ['tests/services/maintenance/replay.test.ts'],
  },
  {
    name: 'a transition records no changes',
    file: 'shared/domain/orders/change/transition-order.ts',
    inside: 'transitionPatch',
    find: 'changeRecordOf(order, transition)',
    replace: 'changeRecordOf({ ...order, changes: null }, transition)',
    tests: ['tests/services/model/shop-model.test.ts'],
  },
  {
    name: 'the units of a closed order are not compared with its changes',
    file: 'shared/domain/orders/replay/fold-order.ts',
    inside: 'foldOrder',
    find: '...foldChanges(order)',
    replace: '...foldChanges({ ...order, changes: null })',
    tests: [
      'shared/domain/orders/replay/fold-order.test.ts',
      'tests/faults/checker/order-invariants.test.ts',
    ],
  },
  {
    name: 'the nightly check rebuilds no order',
    file: 'workers/src/maintenance/verify-ledger.ts',
    inside: 'handle',
    find: '...replayed',
    replace: '...[]',
    tests: ['tests/services/maintenance/replay.test.ts'],
  },
]
