import type { Mutant } from './tree/mutant.ts'

/** A customer's export: whose data it contains, and that it is asked for by the customer. Clearing old data. */
export const personDataMutants: Mutant[] = [
  {
    name: 'an export contains the orders of other customers',
    file: 'shared/domain/person-data/export-files.ts',
    inside: 'orders',
    find: '{ userId }',
    replace: '{}',
    tests: ['tests/services/person-data/export.test.ts'],
  },
  {
    name: 'an export leaves out what the register promises',
    file: 'shared/domain/person-data/export-files.ts',
    inside: 'projection',
    find: '[...context, ...exportedFields(collection, file)]',
    replace: '[...context, ...exportedFields(collection, file).slice(1)]',
    tests: ['tests/services/person-data/export.test.ts'],
  },
  {
    name: 'a session that was left open downloads everything',
    file: 'shared/domain/person-data/export-person.ts',
    inside: 'exportOwnData',
    find: 'await consumeAccountProof(tx, caller, { now: at, orSignIn: true })',
    replace: 'void consumeAccountProof',
    tests: ['tests/services/person-data/export.test.ts'],
  },
  {
    name: 'the register does not know a field with personal data',
    file: 'shared/domain/person-data/order-fields.ts',
    inside: 'orders',
    find: "['input2', 'playerName']",
    replace: "['input2']",
    tests: ['shared/domain/person-data/register.test.ts'],
  },
  {
    name: 'erasing forgets the fields of lists',
    file: 'shared/domain/person-data/erased-values.ts',
    inside: 'valuesAt',
    find: 'Array.isArray(next) ? next : []',
    replace: '[]',
    tests: ['shared/domain/person-data/erased-values.test.ts'],
  },
  {
    name: 'recent orders are cleared with the old ones',
    file: 'shared/domain/person-data/clear-old-records.ts',
    inside: 'clearOrders',
    find: '{ $gt: from, $lt: before }',
    replace: '{ $gt: from }',
    tests: ['tests/services/person-data/retention.test.ts'],
  },
  {
    name: 'delivered codes of cleared orders stay',
    file: 'shared/domain/person-data/clear-old-records.ts',
    inside: 'clearOrders',
    find: 'deliveries.length > 0',
    replace: 'false',
    tests: ['tests/services/person-data/retention.test.ts'],
  },
]
