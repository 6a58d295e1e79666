import type { Mutant } from './mutant.ts'

/** Mistakes about who waits and who is swept, what an answer or a balance proves, and what is written down. */
export const waitingMutants: Mutant[] = [
  {
    name: 'the browser lets its key go after a failure of ours',
    file: 'shared/browser/outcome.ts',
    find: 'error.status >= 400 && error.status < 500 && !passing.has(error.status)',
    replace: 'error.status >= 400 && !passing.has(error.status)',
    tests: ['shared/browser/outcome.test.ts'],
  },
  {
    name: 'the browser lets its key go when it is told "not now"',
    file: 'shared/browser/outcome.ts',
    find: 'error.status < 500 && !passing.has(error.status)',
    replace: 'error.status < 500',
    tests: ['shared/browser/outcome.test.ts'],
  },
  {
    name: 'who stands in line counts as overdue',
    file: 'shared/platform/queue-bulk.ts',
    find: "? 'late' : 'in_hand'",
    replace: "? 'late' : 'gone'",
    tests: ['tests/services/pipeline/sweep.test.ts'],
  },
  {
    name: 'a stale turn asks for a balance',
    file: 'shared/domain/fulfilment/buy-unit.ts',
    find: 'if (deps.stopping?.aborted || !(await purchase.isStillDue()))',
    replace: 'if (deps.stopping?.aborted)',
    tests: ['tests/services/pipeline/not-asked.test.ts'],
  },
  {
    name: 'the sweeper takes what has begun since it looked',
    file: 'shared/platform/sweep.ts',
    find: '.at`]: lane.at },',
    replace: '.at`]: { $ne: null } },',
    tests: ['tests/services/pipeline/sweep.test.ts'],
  },
  {
    name: 'a call counts once for each process that joined for it',
    file: 'shared/domain/fulfilment/turn-over.ts',
    find: 'callsOf(account.members)',
    replace: '(callsOf && account.members)',
    tests: ['tests/services/pipeline/call-groups.test.ts'],
  },
  {
    name: 'who leaves a group takes the call of another with them',
    file: 'shared/domain/fulfilment/call-group.ts',
    find: '{ by }: Member): Promise<void> {\n  await AccountModel.updateOne(\n    { _id: account, group },\n    { $pull: { members: { by } }',
    replace:
      '{ orderId, index, attempt }: Member): Promise<void> {\n  await AccountModel.updateOne(\n    { _id: account, group },\n    { $pull: { members: { orderId, index, attempt } }',
    tests: ['tests/services/pipeline/call-groups.test.ts'],
  },
  {
    name: 'the balance is read for the second time by who saw no first reading',
    file: 'shared/domain/fulfilment/call-group.ts',
    find: ', settleAt: seen.settleAt }',
    replace: ' }',
    tests: ['tests/services/pipeline/call-groups.test.ts'],
  },
  {
    name: 'look-ups go on while their supplier is paused',
    file: 'shared/domain/fulfilment/buy-unit.ts',
    find: 'return unlessPaused(deps, supplier, async () => {',
    replace: 'return Promise.resolve().then(async () => {',
    tests: ['tests/services/pipeline/not-asked.test.ts'],
  },
  {
    name: 'a code that nobody knows is a refusal',
    file: 'shared/providers/suppliers/smile-one-words.ts',
    find: 'if (isRefusalOfPlayer(code) || finalCodes.includes(code))',
    replace: 'if (!passingCodes.includes(code))',
    tests: ['shared/providers/suppliers/smile-one.test.ts'],
  },
  {
    name: 'a refusal that speaks of points may pass, whatever its code',
    file: 'shared/providers/suppliers/smile-one-words.ts',
    find: 'if (isRefusalOfPlayer(code) || finalCodes.includes(code))',
    replace: 'if (!/points|balance/.test(message) && (isRefusalOfPlayer(code) || finalCodes.includes(code)))',
    tests: ['shared/providers/suppliers/smile-one.test.ts'],
  },
  {
    name: 'the sweeper reads past its index',
    file: 'shared/platform/due.ts',
    find: "{ $type: 'date', $lt: then }",
    replace: '{ $lt: then }',
    tests: ['tests/services/pipeline/sweep.test.ts'],
  },
  {
    name: 'an admin’s move leaves no row of its decision',
    file: 'shared/domain/orders/change/move-order.ts',
    find: '...(move.decision && { decisions: move.decision })',
    replace: '',
    tests: ['tests/services/board/decisions.test.ts'],
  },
  {
    name: 'a supplier that answers look-ups with errors counts as silent',
    file: 'shared/domain/fulfilment/buy-unit.ts',
    find: "(answer.kind === 'unknown' && !answer.isAnswered)",
    replace: "answer.kind === 'unknown'",
    tests: ['tests/services/pipeline/not-asked.test.ts'],
  },
]
