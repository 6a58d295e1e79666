import type { Mutant } from './tree/mutant.ts'

const tests = ['tests/services/orders/order-again.test.ts']
const file = 'shared/domain/orders/place/repeated-order.ts'

const keyTests = ['tests/services/orders/order-keys.test.ts']
const keyFile = 'shared/domain/orders/place/order-keys.ts'
const onceFile = 'api/src/http/idempotency.ts'
const walletKeys = ['tests/services/orders/wallet-keys.test.ts']
const walletFile = 'shared/domain/orders/place/place-wallet-order.ts'
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
    inside: 'isFinal',
    find: 'repeatable.has(error.code)',
    replace: 'false',
    tests,
  },
  {
    name: 'an order that waits for another one is refused for ever',
    ...{ file: onceFile, inside: 'repeatable', tests: walletKeys },
    find: "'idempotency_in_flight'",
    replace: '',
  },
  {
    name: 'a wallet order is placed without its key',
    ...{ file: walletFile, inside: 'debitOne', tests: walletKeys },
    find: 'insertValidated(IdempotencyKeyModel, [keyRecord], tx)',
    replace: 'Promise.resolve()',
  },
  {
    name: 'a wallet order in a batch is placed without its key',
    ...{ file: walletFile, inside: 'debitMany', tests: walletKeys },
    find: 'if (keyRecord) keyRecords.push(keyRecord)',
    replace: '',
  },
  {
    name: 'the key of a wallet order stays when its transaction is aborted',
    ...{ file: walletFile, inside: 'debitOne', tests: walletKeys },
    find: 'insertValidated(IdempotencyKeyModel, [keyRecord], tx)',
    replace: 'insertValidated(IdempotencyKeyModel, [keyRecord])',
  },
  {
    name: 'a wallet order whose commit got no reply is reported as failed',
    ...{ file: walletFile, inside: 'findDebited', tests: walletKeys },
    find: 'if (order) return { order }',
    replace: '',
  },
  {
    name: 'a refused repeat is answered with its refusal, though its order was placed',
    ...{ file: onceFile, inside: 'endFailedRun', tests: walletKeys },
    find: 'isFinal(error, status) && (await insertRefusal($RECORD))',
    replace: 'isFinal(error, status)',
  },
  {
    name: 'a repeat that met a record fails instead of returning its reply',
    ...{ file: onceFile, inside: 'endFailedRun', tests: walletKeys },
    find: '(await findKey(record._id)) ?? (await findKeyNow(record._id))',
    replace: 'undefined',
  },
  {
    name: 'a repeat of a wallet order runs again',
    ...{ file: onceFile, inside: 'runRecording', tests: ['tests/services/http/idempotency.test.ts'] },
    find: 'await findKey(_id)',
    replace: 'undefined',
  },
  {
    name: 'a repeat waits for the lock of its own crashed request',
    ...{ file, inside: 'orderingLock', tests: walletKeys },
    find: 'isLocked || holder === own',
    replace: 'isLocked',
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
    name: 'Check closes an order that is still being processed',
    file: 'shared/browser/intents/run-intent.ts',
    inside: 'checkIntent',
    find: "state === 'running' || (state === 'unknown' && shouldClose && Date.now() - intent.at < unseenMs)",
    replace: "state === 'running'",
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
    ...{ file: onceFile, inside: 'earlierReply', tests: keyTests },
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
