import type { Mutant } from './tree/mutant.ts'

const board = ['tests/services/board/unclear-batches.test.ts']
const arithmetic = ['shared/contracts/explanations.property.test.ts']

/** Faults in the explanations of unclear purchases, and in the actions allowed on them. */
export const explanationMutants: readonly Mutant[] = [
  {
    name: 'of several sets that explain a balance drop only the first is found',
    file: 'shared/contracts/explanations.ts',
    inside: 'explain',
    find: 'combinations(classes, left - known, tolerance)',
    replace: 'combinations(classes, left - known, tolerance).slice(0, 1)',
    tests: arithmetic,
  },
  {
    name: 'a purchase resolved as delivered explains nothing of the drop',
    file: 'shared/contracts/explanations.ts',
    inside: 'explain',
    find: 'left - known',
    replace: 'left',
    tests: arithmetic,
  },
  {
    name: 'equal costs count as one set',
    file: 'shared/contracts/explanations.ts',
    inside: 'weightOf',
    find: 'product * choose(keys.length, taking[at] ?? 0)',
    replace: 'product',
    tests: arithmetic,
  },
  {
    name: 'a resolution that no set allows is accepted',
    file: 'shared/domain/orders/unclear/require-explained.ts',
    inside: 'requireExplained',
    find: "explained.kind === 'nothing' || explained.count > 0 || isListed",
    replace: 'true',
    tests: board,
  },
  {
    name: 'any admin overrides the evidence',
    file: 'shared/domain/orders/unclear/require-explained.ts',
    inside: 'requireExplained',
    find: 'answer.override && isOwner && answer.reason?.trim()',
    replace: 'answer.override && answer.reason?.trim()',
    tests: board,
  },
  {
    name: 'an override leaves no conflict',
    file: 'shared/domain/orders/unclear/require-explained.ts',
    inside: 'requireExplained',
    find: 'afterAnswer(batch, purchase)',
    replace: 'afterAnswer(batch)',
    tests: board,
  },
  {
    name: 'two resolutions at the same time that exclude each other are both accepted',
    file: 'shared/domain/orders/unclear/require-explained.ts',
    inside: 'lockBatchVersion',
    find: '{ _id, version }, { $inc: { version: 1 } }',
    replace: '{ _id }, { $inc: { version: 1 } }',
    tests: board,
  },
  {
    name: 'resolutions of a card are compared with the readings only one by one',
    file: 'shared/domain/orders/board/settle-unclear-batch.ts',
    inside: 'resolveBatch',
    find: "explained.kind === 'sets' && explained.count === 0 && !mayOverride",
    replace: 'false',
    tests: board,
  },
  {
    name: 'what a person assumed to be delivered counts as certain',
    file: 'shared/domain/purchasing/batch-members.ts',
    inside: 'purchasesByState',
    find: "unit.supplierOrderId === ''",
    replace: 'false',
    tests: board,
  },
  {
    name: 'an order is resolved as a whole without its unclear purchases',
    file: 'shared/domain/orders/board/decide-order.ts',
    inside: 'requireAllExplained',
    find: "order.status === 'Processing' ? order.units.filter(({ state }) => state === 'unknown') : []",
    replace: 'order.units.slice(0, 0)',
    tests: board,
  },
  {
    name: 'a purchase outside the period of a list is missing from it',
    file: 'shared/domain/orders/unclear/read-order-list.ts',
    inside: 'matchOrders',
    find: 'from <= sentAt.getTime() && sentAt.getTime() <= to',
    replace: 'true',
    tests: ['shared/domain/orders/unclear/read-order-list.test.ts'],
  },
  {
    name: 'a failed row counts as a delivery',
    file: 'shared/domain/orders/unclear/read-order-list.ts',
    inside: 'matchOrders',
    find: '!isFailed && at && supplierOrderId',
    replace: 'at && supplierOrderId',
    tests: ['shared/domain/orders/unclear/read-order-list.test.ts'],
  },
]
