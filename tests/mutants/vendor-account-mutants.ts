import type { Mutant } from './tree/mutant.ts'

const tests = ['tests/services/purchasing/vendor-account.test.ts']
const rules = ['shared/domain/purchasing/unit-rules.test.ts']

/** Faults with orders that a supplier does not find, changed accounts, and replaced attempts. */
export const vendorAccountMutants: readonly Mutant[] = [
  {
    name: 'an accepted order that the supplier does not find is bought again',
    file: 'shared/domain/purchasing/unit-rules.ts',
    inside: 'markNotFound',
    find: "unit.supplierOrderId !== ''",
    replace: 'false',
    tests: [...rules, ...tests],
  },
  {
    name: 'a purchase that may be in flight is bought again when the supplier does not find it yet',
    file: 'shared/domain/purchasing/unit-rules.ts',
    inside: 'markNotFound',
    find: "evidence === 'lookup' && askedAt < callEndsAt",
    replace: 'false',
    tests: [...rules, ...tests],
  },
  {
    name: 'an order is looked up only by our reference',
    file: 'shared/providers/suppliers/moogold.ts',
    inside: 'lookupPurchase',
    find: 'supplierOrderId === undefined || !isOtherOrder(found, supplierOrderId)',
    replace: 'true',
    tests: ['shared/providers/suppliers/moogold.test.ts'],
  },
  {
    name: 'a closed order is followed up until the supplier does not find it once',
    file: 'shared/domain/orders/fulfil/follow-up-units.ts',
    inside: 'endedUnit',
    find: 'isNeverMade(unit, now)',
    replace: 'true',
    tests,
  },
  {
    name: 'another account is asked about what was not bought from it',
    file: 'shared/providers/suppliers/registry.ts',
    inside: 'accountOf',
    find: "accountId === '' || accountId === supplier.accountId",
    replace: 'true',
    tests,
  },
  {
    name: 'the balance of another account settles what was bought from the previous one',
    file: 'shared/domain/purchasing/settle-batch.ts',
    inside: 'settleLocked',
    find: 'if (!isOfAccount(account, supplier)) return switchAccount(deps, task, { after, unclear: bought.unclear })',
    replace: '',
    tests,
  },
  {
    name: 'an older attempt that was accepted is not followed up',
    file: 'shared/domain/orders/rules/open-units.ts',
    inside: 'isOpenOlderAttempt',
    find: "kind === 'older_attempt_accepted' && $REST",
    replace: 'false',
    tests,
  },
  {
    name: 'the result of an older attempt is not published',
    file: 'shared/domain/orders/fulfil/record-late-answer.ts',
    inside: 'recordOlderAnswer',
    find: 'isReturned ? [] : $MORE',
    replace: '[]',
    tests,
  },
]
