import type { Mutant } from './tree/mutant.ts'

const captureTests = ['shared/providers/capture-vendor-call.test.ts']
const page = ['tests/services/back-office/order-details.test.ts']

/** Faults in what is recorded as evidence, and in the record of its viewers. */
export const evidenceMutants: Mutant[] = [
  {
    name: 'a vendor’s texts are recorded with the keys that they repeat',
    file: 'shared/providers/capture-vendor-call.ts',
    inside: 'clean',
    find: 'secrets.flatMap(encodedForms)',
    replace: '[]',
    tests: captureTests,
  },
  {
    name: 'a purchase fails where its vendor call cannot be recorded',
    file: 'shared/providers/capture-vendor-call.ts',
    inside: 'captureCall',
    find: 'try { $HEAR } catch {}',
    replace: 'try { $HEAR } catch (error) { throw error }',
    tests: captureTests,
  },
  {
    name: 'a view of an order leaves no row',
    file: 'shared/domain/back-office/order-details.ts',
    inside: 'orderDetails',
    find: 'await recordView(deps.clock, { userId: admin.userId, name: admin.name }, view)',
    replace: 'void recordView',
    tests: page,
  },
  {
    name: 'an admin’s note is lost to another of the same moment',
    file: 'shared/domain/orders/board/order-notes.ts',
    inside: 'addNote',
    find: 'tries < maxTries',
    replace: 'tries < 1',
    tests: page,
  },
]
