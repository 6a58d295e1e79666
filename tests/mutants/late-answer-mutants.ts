import type { Mutant } from './tree/mutant.ts'

const merge = 'shared/domain/purchasing/merge-unit.ts'
const mergeTest = 'shared/domain/purchasing/merge-unit.test.ts'
const lateAnswers = 'tests/services/purchasing/late-answers.test.ts'

/** Faults in answers that arrive after better ones, and in endings that no unit proves. */
export const lateAnswerMutants: Mutant[] = [
  {
    name: 'the result of a closed order’s unit is written whatever is recorded',
    file: 'shared/domain/orders/fulfil/record-late-answer.ts',
    inside: 'recordLateAnswer',
    find: 'mergeUnit(current, { ...unit, isFollowedUp: false })',
    replace: '{ ...unit, isFollowedUp: false }',
    tests: [lateAnswers],
  },
  {
    name: 'an answer based on an older reading is written into an open order',
    file: 'shared/domain/orders/fulfil/record-supplier-answer.ts',
    inside: 'mergedUnit',
    find: 'mergeUnit(current, unit, read)',
    replace: 'mergeUnit(current, unit, current)',
    tests: [lateAnswers],
  },
  {
    name: 'a time-out replaces an acceptance by the supplier',
    file: merge,
    inside: 'isBetter',
    find: 'answerWeight > storedWeight',
    replace: 'answerWeight > 0',
    tests: [mergeTest],
  },
  {
    name: 'an older attempt changes a newer one',
    file: merge,
    inside: 'mergeUnit',
    find: "if (stored.attempt !== answer.attempt) return 'keep'",
    replace: '',
    tests: [mergeTest],
  },
  {
    name: 'an answer to a current reading replaces a final state',
    file: merge,
    inside: 'mergeUnit',
    find: '!isFinal && read && isSameStep(stored, read)',
    replace: 'read && isSameStep(stored, read)',
    tests: [mergeTest],
  },
  {
    name: 'an acceptance of an older attempt is dropped',
    file: merge,
    inside: 'isConflict',
    find: "answer.supplierOrderId !== '' && !isKnownOrder",
    replace: 'false',
    tests: [lateAnswers],
  },
  {
    name: 'a freed unit does not record its acceptance',
    file: merge,
    inside: 'shouldReopen',
    find: "(answer.state === 'sending' && answer.supplierOrderId !== '' && answer.ref === stored.ref)",
    replace: 'false',
    tests: [mergeTest],
  },
  {
    name: 'the ledger check ignores units that contradict an order’s end',
    file: 'shared/domain/orders/queries/expected-postings.ts',
    inside: 'inconsistentOrders',
    find: "'$hasUnprovenUnit'",
    replace: '',
    tests: ['tests/services/wallet/verify-ledger.test.ts'],
  },
  {
    name: 'the fault checker ignores units that contradict an order’s end',
    file: 'tests/faults/checker/money-invariants.ts',
    inside: 'deliveredIsPaid',
    find: '...unprovenUnits(order)',
    replace: '',
    tests: ['tests/faults/checker/money-invariants.test.ts'],
  },
  {
    name: 'an attempt whose commit has no answer stays in flight',
    file: 'shared/domain/orders/fulfil/mark-sending.ts',
    inside: 'markSending',
    find: 'if (now?.units[sending.index]?.sentBy !== sentBy) throw error',
    replace: 'throw error',
    tests: ['tests/services/purchasing/lost-commit.test.ts'],
  },
  {
    name: 'an attempt that was not committed stays in its batch',
    file: 'shared/domain/purchasing/purchase-unit.ts',
    inside: 'purchaseInBatch',
    find: 'await leaveBatch(account, slot, member).catch(() => undefined)',
    replace: '',
    tests: ['tests/services/purchasing/lost-commit.test.ts'],
  },
]
