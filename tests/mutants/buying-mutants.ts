import type { Mutant } from './tree/mutant.ts'

const tests = ['tests/services/orders/order-again.test.ts']
const file = 'shared/domain/orders/place/repeated-order.ts'

const keyTests = ['tests/services/orders/order-keys.test.ts']
const keyFile = 'shared/domain/orders/place/order-keys.ts'
const onceFile = 'api/src/http/idempotency.ts'
const lostAnswers = ['storefront/src/features/product/lost-answer.test.tsx']

/** Orders that impatient customers place twice. */
export const buyingMutants: readonly Mutant[] = [
  {
    name: 'clients that cannot answer are asked about a second order',
    ...{ file, inside: 'makeUnlessRepeated', tests },
    find: 'request.orderAgain === undefined',
    replace: 'false',
  },
  {
    name: 'a confirmation of one order counts for every later one',
    ...{ file, inside: 'makeUnlessRepeated', tests },
    find: 'earlier._id !== request.orderAgain',
    replace: "request.orderAgain === 'ask'",
  },
  {
    name: 'the same order under two keys at the same moment is placed twice',
    ...{ file, inside: 'makeUnlessRepeated', tests },
    find: '!(await lock.acquire())',
    replace: 'false',
  },
  {
    name: 'a rejected request blocks the next one for a minute',
    ...{ file, inside: 'makeUnlessRepeated', tests },
    find: 'await lock.release()',
    replace: '',
  },
  {
    name: 'an order of long ago is asked about',
    ...{ file, inside: 'findEarlier', tests },
    find: 'now - order.createdAt.getTime() < repeatWindowMs',
    replace: 'true',
  },
  {
    name: 'an order that waits for payment is forgotten after two minutes',
    file,
    inside: 'payBeforeOf',
    tests,
    find: "status === 'Created'",
    replace: 'false',
  },
  {
    name: 'a question is the final answer under its key',
    file: 'api/src/http/idempotency.ts',
    inside: 'isQuestion',
    find: 'questions.has(error.code)',
    replace: 'false',
    tests,
  },
  {
    name: 'a second tap for the same request has another key',
    file: 'shared/browser/use-idempotency-key.ts',
    inside: 'useIdempotencyKey',
    find: 'key.current === undefined || chosen.current !== now',
    replace: 'true',
    tests: ['shared/browser/use-idempotency-key.test.tsx'],
  },
  {
    name: 'a burst of taps continues on what appears under the finger',
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
    name: 'a lost order is sent again while the shop processes it',
    file: 'shared/browser/intents/run-intent.ts',
    inside: 'assertNotRunning',
    find: "orderKey?.state === 'running'",
    replace: 'false',
    tests: lostAnswers,
  },
  {
    name: 'a lost order is sent again as long as its page is open',
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
    name: 'an order that may still succeed is reported as failed',
    file: 'shared/browser/intents/run-intent.ts',
    inside: 'checkIntent',
    find: 'isOpen && shouldClose',
    replace: 'false',
    tests: lostAnswers,
  },
  {
    name: 'a request that its customer has cancelled is placed',
    ...{ file: onceFile, inside: 'acquireKey', tests: keyTests },
    find: "earlier.state === 'closed'",
    replace: 'false',
  },
  {
    name: 'a delayed order is placed although its customer has cancelled it',
    ...{ file: onceFile, inside: 'runAndRecord', tests: keyTests },
    find: 'performance.now() - began < slowMs',
    replace: 'true',
  },
  {
    name: 'a running request is closed',
    ...{ file: keyFile, inside: 'stateOf', tests: keyTests },
    find: "state === 'open' || startedAt.getTime() < clock.now().getTime() - maxRunMs",
    replace: 'true',
  },
  {
    name: 'an order that failed after it was placed is reported as missing',
    file: keyFile,
    inside: 'stateOf',
    tests: keyTests,
    find: "if (order) return { state: 'placed', order }",
    replace: "if (order && state === 'answered') return { state: 'placed', order }",
  },
  {
    name: 'one customer’s idempotency keys are valid for another',
    file: keyFile,
    inside: 'listOpenKeys',
    tests: keyTests,
    find: 'openFor: caller.userId',
    replace: '',
  },
  {
    name: 'a region that is not eligible is not distinguished from an invalid id',
    file: 'shared/domain/orders/place/check-player.ts',
    inside: 'idCheckReply',
    find: '!check.isPolicy',
    replace: 'true',
    tests: ['tests/services/orders/check-id.test.ts'],
  },
  {
    name: 'a region that is not eligible is shown with the supplier’s text about the id',
    file: 'storefront/src/features/product/check-answer.ts',
    inside: 'readCheckAnswer',
    find: "answer.kind ? { state: 'not_eligible', text: texts.refused } : refusal(answer.message)",
    replace: 'refusal(answer.message)',
    tests: ['storefront/src/features/product/id-check.test.tsx'],
  },
]
