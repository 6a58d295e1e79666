import type { Mutant } from './mutant.ts'

const tests = ['tests/services/orders/order-again.test.ts']
const file = 'shared/domain/orders/place/asked-back.ts'

/** Orders that impatient customers place twice. */
export const buyingMutants: readonly Mutant[] = [
  {
    name: 'clients that cannot answer are asked about a second order',
    ...{ file, inside: 'askedBack', tests },
    find: 'request.orderAgain === undefined',
    replace: 'false',
  },
  {
    name: 'a yes about one order answers for every later one',
    ...{ file, inside: 'askedBack', tests },
    find: 'earlier._id !== request.orderAgain',
    replace: "request.orderAgain === 'ask'",
  },
  {
    name: 'the same order under two keys at the same moment is placed twice',
    ...{ file, inside: 'askedBack', tests },
    find: '!(await claim.take())',
    replace: 'false',
  },
  {
    name: 'a request that is refused keeps the next one out for a minute',
    ...{ file, inside: 'askedBack', tests },
    find: 'await claim.free()',
    replace: '',
  },
  {
    name: 'an order of long ago is asked about',
    ...{ file, inside: 'findEarlier', tests },
    find: 'now - order.createdAt.getTime() < soonMs',
    replace: 'true',
  },
  {
    name: 'an order that waits for its payment is forgotten after two minutes',
    ...{ file, inside: 'payBeforeOf', tests },
    find: "status === 'Created'",
    replace: 'false',
  },
  {
    name: 'a question is the last word under its key',
    file: 'api/src/http/idempotency.ts',
    inside: 'isQuestion',
    find: "error.code === 'ordered_already'",
    replace: 'false',
    tests,
  },
]
