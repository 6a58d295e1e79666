import type { Mutant } from './tree/mutant.ts'

/** Faults in a person's decisions while the automatic work is running. */
export const staffActionMutants: Mutant[] = [
  {
    name: 'an order that an admin has delivered is bought while their Completed can be taken back',
    file: 'shared/domain/orders/rules/fulfil-step.ts',
    inside: 'nextFulfilStep',
    find: "return { kind: 'await_completion', until: afterPendingCompletion(order.pendingCompletion, task.now) }",
    replace: 'if (order.delivery === "manual") return nothing',
    tests: ['tests/services/orders/concurrent-decisions.test.ts'],
  },
  {
    name: 'an order that an admin completes while its purchase begins is bought as well',
    file: 'shared/domain/orders/fulfil/mark-sending.ts',
    inside: 'commitAttempt',
    find: 'pendingCompletion: null',
    replace: '',
    tests: ['tests/services/orders/concurrent-decisions.test.ts'],
  },
  {
    name: 'a supplier’s rejection refunds what an admin has delivered',
    file: 'shared/domain/orders/fulfil/record-supplier-answer.ts',
    inside: 'endOrderWith',
    find: 'const guard = { ...change.guard, pendingCompletion: null }',
    replace: 'const { guard } = change',
    tests: ['tests/services/orders/concurrent-decisions.test.ts'],
  },
  {
    name: 'a unit is bought whose customer asks for the money while its purchase begins',
    file: 'shared/domain/orders/fulfil/mark-sending.ts',
    inside: 'commitAttempt',
    find: "...(unit.state === 'planned' && { 'lateOffer.choice': { $ne: 'refund' as const } })",
    replace: '',
    tests: ['tests/services/orders/concurrent-decisions.test.ts'],
  },
  {
    name: 'a requested refund is lost with the process that records the supplier’s answer',
    file: 'shared/domain/orders/fulfil/record-supplier-answer.ts',
    inside: 'openEdit',
    find: 'const refundAt = isRefundChosen(order) && !mayArrive(unit) ? now : null',
    replace: 'const refundAt = isRefundChosen(order) && mayArrive(unit) ? now : null',
    tests: ['tests/services/orders/concurrent-decisions.test.ts'],
  },
  {
    name: 'a pending Completed closes an order while its supplier is being called',
    file: 'shared/domain/orders/board/pending-completion.ts',
    inside: 'commitCompletion',
    find: '...noOpenPurchase',
    replace: '...(noOpenPurchase ? {} : {})',
    tests: ['tests/services/board/pending-completion.test.ts'],
  },
  {
    name: 'two admins are assigned the same order',
    file: 'shared/domain/orders/board/take-next-order.ts',
    inside: 'isFree',
    find: 'assignee !== null && assignee.until > now',
    replace: 'assignee !== null && assignee.until < now',
    tests: ['tests/services/board/take-next.test.ts'],
  },
  {
    name: 'the next order is one whose completion is pending',
    file: 'shared/domain/orders/board/take-next-order.ts',
    inside: 'isFree',
    find: 'Boolean(pendingCompletion) || $HELD',
    replace: '$HELD',
    tests: ['tests/services/board/take-next.test.ts'],
  },
]
