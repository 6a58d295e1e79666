import type { Mutant } from './tree/mutant.ts'

/** Faults in a person's decisions while the automatic work is running. */
export const staffActionMutants: Mutant[] = [
  {
    name: 'what an admin has delivered is bought while their Completed can be taken back',
    file: 'shared/domain/orders/fulfil/fulfil-order.ts',
    inside: 'takeNextStep',
    find: 'if (order.pendingCompletion) return waitForPendingCompletion(deps, order, order.pendingCompletion)',
    replace:
      'if (order.pendingCompletion && order.delivery === "manual") return waitForPendingCompletion(deps, order, order.pendingCompletion)',
    tests: ['tests/services/orders/concurrent-decisions.test.ts'],
  },
  {
    name: 'what an admin completes while its purchase begins is bought as well',
    file: 'shared/domain/orders/fulfil/mark-sending.ts',
    inside: 'commitAttempt',
    find: 'pendingCompletion: null',
    replace: '',
    tests: ['tests/services/orders/concurrent-decisions.test.ts'],
  },
  {
    name: 'a supplier’s refusal gives back what an admin has delivered',
    file: 'shared/domain/orders/fulfil/record-supplier-answer.ts',
    inside: 'endOrderWith',
    find: 'const guard = { ...change.guard, pendingCompletion: null }',
    replace: 'const { guard } = change',
    tests: ['tests/services/orders/concurrent-decisions.test.ts'],
  },
  {
    name: 'a pack is bought whose customer asks for the money while its purchase begins',
    file: 'shared/domain/orders/fulfil/mark-sending.ts',
    inside: 'commitAttempt',
    find: "...(unit.state === 'planned' && { 'lateOffer.choice': { $ne: 'refund' as const } })",
    replace: '',
    tests: ['tests/services/orders/concurrent-decisions.test.ts'],
  },
  {
    name: 'a refund that was asked for is lost with the process that takes the supplier’s answer',
    file: 'shared/domain/orders/fulfil/record-supplier-answer.ts',
    inside: 'openEdit',
    find: 'const refundAt = isRefundChosen(order) && !isAtSupplier(unit) ? now : null',
    replace: 'const refundAt = isRefundChosen(order) && isAtSupplier(unit) ? now : null',
    tests: ['tests/services/orders/concurrent-decisions.test.ts'],
  },
  {
    name: 'a held Completed closes an order while its supplier is being asked',
    file: 'shared/domain/orders/board/pending-completion.ts',
    inside: 'commitCompletion',
    find: '...noOpenPurchase',
    replace: '...(noOpenPurchase ? {} : {})',
    tests: ['tests/services/board/pending-completion.test.ts'],
  },
  {
    name: 'two admins are given the same order',
    file: 'shared/domain/orders/board/take-next-order.ts',
    inside: 'isFree',
    find: 'assignee !== null && assignee.until > now',
    replace: 'assignee !== null && assignee.until < now',
    tests: ['tests/services/board/take-next.test.ts'],
  },
  {
    name: 'the next order is one that is being completed',
    file: 'shared/domain/orders/board/take-next-order.ts',
    inside: 'isFree',
    find: 'Boolean(pendingCompletion) || $HELD',
    replace: '$HELD',
    tests: ['tests/services/board/take-next.test.ts'],
  },
]
