import type { Mutant } from './tree/mutant.ts'

const tests = ['tests/simulation/simulation.test.ts']
const mergeUnit = 'shared/domain/purchasing/merge-unit.ts'
const inFlight = 'shared/domain/purchasing/in-flight.ts'
const unitRules = 'shared/domain/purchasing/unit-rules.ts'

/** Mistakes that random schedules of crashes, late effects and lost answers find within a thousand. */
export const simulatedMutants: readonly Mutant[] = [
  {
    name: 'simulated: a late, poorer answer overwrites a better one',
    file: mergeUnit,
    inside: 'mergeUnit',
    find: '!isFinal && read && isSameStep(stored, read)',
    replace: 'true',
    tests,
  },
  {
    name: 'simulated: a call counts as ended when it was begun',
    file: inFlight,
    inside: 'inFlightUntil',
    find: '(sentAt?.getTime() ?? 0) + env.SUPPLIER_TIMEOUT_MS + env.SUPPLIER_LATE_MS',
    replace: 'sentAt?.getTime() ?? 0',
    tests,
  },
  {
    name: 'simulated: the balance is read before the call must have ended',
    file: inFlight,
    inside: 'settlesAt',
    find: '$LAST + env.SUPPLIER_TIMEOUT_MS + env.BALANCE_SETTLE_MS',
    replace: '$LAST + env.BALANCE_SETTLE_MS',
    tests,
  },
  {
    name: 'simulated: an accepted order that is temporarily unknown is bought again',
    file: unitRules,
    inside: 'markNotFound',
    find: "unit.supplierOrderId !== ''",
    replace: 'false',
    tests,
  },
  {
    name: 'simulated: another attempt begins while the previous one may be in flight',
    file: unitRules,
    inside: 'markNotFound',
    find: "evidence === 'lookup' && askedAt < callEndsAt",
    replace: 'false',
    tests,
  },
  {
    name: 'simulated: an answer is of the time at which it arrives',
    file: unitRules,
    inside: 'markNotFound',
    find: 'askedAt < callEndsAt',
    replace: 'now < callEndsAt',
    tests: ['shared/domain/purchasing/unit-rules.test.ts', ...tests],
  },
  {
    name: 'simulated: a purchase of another batch counts in the batch that was joined for it in vain',
    file: 'shared/domain/purchasing/batch-members.ts',
    inside: 'memberState',
    find: 'unit.attempt === member.attempt && unit.sentBatch > 0 && unit.sentBatch !== batch',
    replace: 'false',
    tests: ['shared/domain/purchasing/batch-members.test.ts', ...tests],
  },
  {
    name: 'simulated: a late time-out withdraws an order from the person who decides on it',
    file: mergeUnit,
    inside: 'isBetter',
    find: "stored.state === 'unknown' && answer.state === 'unknown' && stored.batch < answer.batch",
    replace: 'false',
    tests: ['shared/domain/purchasing/merge-unit.test.ts', ...tests],
  },
  {
    name: 'simulated: late money of a failed order is kept',
    file: 'shared/domain/orders/payment/order-payment-rules.ts',
    inside: 'decideCapture',
    find: "{ payment: paid, transitions: [{ to: 'Refunded', reason: 'The payment came late' }], money }",
    replace:
      "{ payment: paid, transitions: [{ to: 'Refunded', reason: 'The payment came late' }], money: undefined }",
    tests,
  },
  {
    name: 'a late answer about one unit withdraws an order from the person who decides on another',
    file: 'shared/domain/orders/fulfil/record-supplier-answer.ts',
    inside: 'openEdit',
    find: 'awaitsAdmin(order.units.with(index, unit)) ? { set } : resumedEdit(set, now)',
    replace: 'resumedEdit(set, now)',
    tests: ['tests/services/purchasing/late-answers.test.ts'],
  },
]
