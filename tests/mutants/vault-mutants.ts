import type { Mutant } from './mutant.ts'

const tests = ['tests/services/orders/vault.test.ts']

/** Mistakes about what was delivered to be read, and about what is promised of a delivery. */
export const vaultMutants: Mutant[] = [
  {
    name: 'a delivered code is in the log of the supplier’s answer',
    file: 'shared/platform/veil.ts',
    find: '({ open: () => value })',
    replace: '({ open: () => value, value })',
    tests,
  },
  {
    name: 'what was delivered is opened for whoever knows the order',
    file: 'shared/domain/orders/vault/reveal-line.ts',
    find: "if (!order || String(order.userId) !== caller.userId) throw new AppError('not_found')",
    replace: "if (!order) throw new AppError('not_found')",
    tests,
  },
  {
    name: 'the first look leaves no row',
    file: 'shared/domain/orders/vault/reveal-line.ts',
    find: '    also: write,\n',
    replace: '',
    tests,
  },
  {
    name: 'a first look does not mind that the order was refunded meanwhile',
    file: 'shared/domain/orders/vault/reveal-line.ts',
    find: '...{ status: order.status, givenUpAt: null }',
    replace: '...{ givenUpAt: null }',
    tests,
  },
  {
    name: 'a first look does not mind that its delivery was given up meanwhile',
    file: 'shared/domain/orders/vault/reveal-line.ts',
    find: '...{ status: order.status, givenUpAt: null }',
    replace: '...{ status: order.status }',
    tests: ['tests/services/orders/redelivery-ends.test.ts'],
  },
  {
    name: 'a second delivery that failed still shows its codes',
    file: 'shared/domain/orders/vault/reveal-line.ts',
    find: "order.status === 'Refunded' || hasFailed(order) ||",
    replace: "order.status === 'Refunded' ||",
    tests: ['tests/services/orders/redelivery-ends.test.ts'],
  },
  {
    name: 'an order is sent again past what its customer has just written',
    file: 'shared/domain/orders/redelivery/deliver-again.ts',
    find: '  requireRead(order.ticket, seen)\n',
    replace: '',
    tests: ['tests/services/orders/redelivery-ends.test.ts'],
  },
  {
    name: 'what the customer has read is refunded as if nobody had',
    file: 'shared/domain/orders/board/move-by-admin.ts',
    find: "if (move.to === 'Refunded' && !move.codeSeen) requireNothingHeld(order)",
    replace: '',
    tests,
  },
  {
    name: 'a change of SECRET_KEY leaves what lies sealed under the key before',
    file: 'shared/domain/orders/vault/reseal-vaults.ts',
    find: 'for (const vault of old) await reseal(env, vault)',
    replace: 'for (const vault of old) void reseal',
    tests,
  },
  {
    name: 'what a person delivered counts as instant',
    file: 'shared/domain/orders/pace/measure-paces.ts',
    find: "'ended.by': 'supplier', processingAt",
    replace: 'processingAt',
    tests: ['tests/services/catalogue/pace.test.ts'],
  },
  {
    name: 'what is taken back with Completed stays kept, and is what the next one hands over',
    file: 'shared/domain/orders/board/take-back.ts',
    find: 'await VaultModel.deleteOne({ _id: handPart(order) }, { session })',
    replace: 'void session',
    tests: ['tests/services/board/held-completion.test.ts'],
  },
  {
    name: 'a second code is put beside the first one that was handed over later',
    file: 'shared/domain/orders/board/hand-over-later.ts',
    find: 'if (order.vault?.length) {',
    replace: 'if (order.vault === null) {',
    tests: ['tests/services/board/held-completion.test.ts'],
  },
  {
    name: 'an order is given back while it is sent again',
    file: 'shared/domain/orders/redelivery/redelivery-rules.ts',
    find: "const standing: RedeliveryState[] = ['under_way', 'arrived']",
    replace: "const standing: RedeliveryState[] = ['arrived']",
    tests: ['tests/services/orders/redelivery.test.ts'],
  },
  {
    name: 'two who send an order again at once both do',
    file: 'shared/domain/orders/redelivery/deliver-again.ts',
    find: "...{ ...asRead(order), status: 'Completed', 'ticket.status': 'open', redelivery: null }",
    replace: "...{ status: 'Completed' }",
    tests: ['tests/services/orders/redelivery.test.ts'],
  },
  {
    name: 'the whole price goes back unasked, though only a part was sent again',
    file: 'shared/domain/orders/redelivery/redelivery-rules.ts',
    find: 'packsKept(order) > 0',
    replace: 'false',
    tests: ['tests/services/orders/redelivery-packs.test.ts'],
  },
  {
    name: 'a part that was sent again is worth the whole price',
    file: 'shared/domain/orders/redelivery/worth-of-redelivery.ts',
    find: 'sent.length < paid.length',
    replace: 'sent.length > paid.length',
    tests: ['tests/services/orders/redelivery-packs.test.ts'],
  },
]
