import type { Mutant } from './tree/mutant.ts'

const rules = ['shared/domain/suppliers/pause-rules.test.ts']
const pauses = ['tests/services/suppliers/pauses.test.ts']

/** Faults in what a supplier's balance is assumed to cover. */
export const supplierMutants: readonly Mutant[] = [
  {
    name: 'a pause ignores what paid orders still need',
    file: 'shared/domain/suppliers/pause-rules.ts',
    inside: 'availableFunds',
    find: 'Math.max(waiting, reserve)',
    replace: 'reserve',
    tests: rules,
  },
  {
    name: 'the end of a pause switches on what a person has switched off',
    file: 'shared/domain/suppliers/forecast-coverage.ts',
    inside: 'updateItemPause',
    find: "{ $set: { pausedBy: next, pausedAt: next === '' ? null : clock.now() } }",
    replace: "{ $set: { pausedBy: next, pausedAt: null, ...(next === '' && { inStock: true }) } }",
    tests: pauses,
  },
  {
    name: 'a paused item is sold to a caller with its number',
    file: 'shared/domain/orders/place/draft-order.ts',
    inside: 'draftOrder',
    find: '!isOnSale(listing.item, listing.product)',
    replace: '!listing.item.inStock',
    tests: pauses,
  },
  {
    name: 'an old answer of a supplier replaces a newer one',
    file: 'shared/domain/purchasing/balance-readings.ts',
    inside: 'recordAmount',
    find: '{ _id, $or: [{ readAt: null }, { readAt: { $lt: at } }] }',
    replace: '{ _id }',
    tests: ['tests/services/suppliers/balances.test.ts'],
  },
]
