import type { Mutant } from './tree/mutant.ts'

const tests = ['tests/services/maintenance/continuous-check.test.ts']

/** Faults in the rules that open orders are checked with every minute. */
export const continuousCheckMutants: readonly Mutant[] = [
  {
    name: 'an order that breaks a rule is still bought',
    file: 'shared/domain/orders/replay/hold-violation.ts',
    inside: 'holdViolation',
    find: '...(isOpen && !isAtAnySupplier && { due: { fulfil: null } })',
    replace: '...{}',
    tests,
  },
  {
    name: 'a broken rule does not pause the purchases from its supplier',
    file: 'shared/domain/maintenance/continuous/check-orders.ts',
    inside: 'holdAndAlert',
    find: "if (account && order.delivery === 'instant') await stopPurchases(deps, account, violation)",
    replace: '',
    tests,
  },
  {
    name: 'a known violation of an order is reported again on each run',
    file: 'shared/domain/maintenance/continuous/check-orders.ts',
    inside: 'holdAndAlert',
    find: 'if (isKnown) return',
    replace: '',
    tests,
  },
  {
    name: 'the check begins at the first open order each time',
    file: 'shared/domain/maintenance/continuous/read-sample.ts',
    inside: 'placeAfter',
    find: 'orders.length < maxSample',
    replace: 'true',
    tests,
  },
  {
    name: 'the money of open orders is not compared with the ledger',
    file: 'shared/domain/maintenance/continuous/find-violations.ts',
    inside: 'findViolations',
    find: '...(await differingMoney(snapshot, ids))',
    replace: '...[]',
    tests,
  },
]
