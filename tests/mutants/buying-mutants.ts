import type { Mutant } from './mutant.ts'

const tests = ['tests/services/orders/order-again.test.ts']
const file = 'shared/domain/orders/place/asked-back.ts'

const keyTests = ['tests/services/orders/order-keys.test.ts']
const keyFile = 'shared/domain/orders/place/order-keys.ts'
const onceFile = 'api/src/http/idempotency.ts'
const lostAnswers = ['storefront/src/features/product/lost-answer.test.tsx']

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
    find: '!(await lock.take())',
    replace: 'false',
  },
  {
    name: 'a request that is refused keeps the next one out for a minute',
    ...{ file, inside: 'askedBack', tests },
    find: 'await lock.free()',
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
    find: 'questions.has(error.code)',
    replace: 'false',
    tests,
  },
  {
    name: 'a further tap on the same has another key',
    file: 'shared/browser/use-idempotency-key.ts',
    inside: 'useIdempotencyKey',
    find: 'key.current === undefined || chosen.current !== now',
    replace: 'true',
    tests: ['shared/browser/use-idempotency-key.test.tsx'],
  },
  {
    name: 'a burst of taps goes on for what came under the finger',
    file: 'shared/browser/use-burst-guard.ts',
    inside: 'useBurstGuard',
    find: 'of.control === aim.control && of.page === aim.page',
    replace: 'of.page === aim.page',
    tests: ['shared/browser/use-burst-guard.test.tsx'],
  },
  {
    name: 'a tap without a network is sent later',
    file: 'shared/browser/intents/use-intent.ts',
    inside: 'useIntent',
    find: '!earlier && !navigator.onLine',
    replace: 'false',
    tests: lostAnswers,
  },
  {
    name: 'a lost order is sent again while the shop works on it',
    file: 'shared/browser/intents/run-intent.ts',
    inside: 'assertNotRunning',
    find: "orderKey?.state === 'running'",
    replace: 'false',
    tests: lostAnswers,
  },
  {
    name: 'a lost order is sent again for as long as its page is open',
    file: 'shared/browser/intents/run-intent.ts',
    inside: 'sendUntilAnswered',
    find: 'Date.now() < deadline',
    replace: 'true',
    tests: lostAnswers,
  },
  {
    name: 'a lost order is sent again after another choice',
    file: 'shared/browser/intents/run-intent.ts',
    inside: 'sendUntilAnswered',
    find: "plan().keys !== undefined && !['', choice].includes(plan().choice)",
    replace: 'false',
    tests: lostAnswers,
  },
  {
    name: 'an order is said not to have gone through that still may',
    file: 'shared/browser/intents/run-intent.ts',
    inside: 'checkIntent',
    find: 'isOpen && isByHand',
    replace: 'false',
    tests: lostAnswers,
  },
  {
    name: 'a request that its customer has stopped is placed',
    ...{ file: onceFile, inside: 'takeKey', tests: keyTests },
    find: "earlier.state === 'closed'",
    replace: 'false',
  },
  {
    name: 'an order that was held up is placed although its customer has stopped it',
    ...{ file: onceFile, inside: 'runAndRemember', tests: keyTests },
    find: 'performance.now() - began < slowMs',
    replace: 'true',
  },
  {
    name: 'a request that still runs is closed',
    ...{ file: keyFile, inside: 'stateOf', tests: keyTests },
    find: "state === 'open' || startedAt.getTime() < clock.now().getTime() - overMs",
    replace: 'true',
  },
  {
    name: 'an order that failed after it was placed is said not to be there',
    ...{ file: keyFile, inside: 'stateOf', tests: keyTests },
    find: "if (order) return { state: 'placed', order }",
    replace: "if (order && state === 'answered') return { state: 'placed', order }",
  },
  {
    name: 'the keys of one customer are told to another',
    ...{ file: keyFile, inside: 'listOpenKeys', tests: keyTests },
    find: 'openFor: caller.userId',
    replace: '',
  },
  {
    name: 'a region that is not eligible is not told from a wrong id',
    file: 'shared/domain/orders/place/check-player.ts',
    inside: 'idCheckReply',
    find: '!check.isPolicy',
    replace: 'true',
    tests: ['tests/services/orders/check-id.test.ts'],
  },
  {
    name: 'a region that is not eligible is shown as the supplier’s words about the id',
    file: 'storefront/src/features/product/check-answer.ts',
    inside: 'readCheckAnswer',
    find: "answer.kind ? { state: 'not_eligible', text: texts.refused } : refusal(answer.message)",
    replace: 'refusal(answer.message)',
    tests: ['storefront/src/features/product/id-check.test.tsx'],
  },
]
