import type { Mutant } from './mutant.ts'

const boardCalls = ['tests/services/board/board-calls.test.ts']
const menu = ['admin/src/features/shell/shell.test.tsx']

/** Faults at the edge of a rule, each once without a test. */
export const edgeMutants: readonly Mutant[] = [
  {
    name: 'a mailed link signs in a person who was blocked since',
    file: 'shared/domain/accounts/verify-email.ts',
    inside: 'readUser',
    find: 'isBlocked: false',
    replace: '',
    tests: ['tests/services/accounts/reclaim-account.test.ts'],
  },
  {
    name: 'a person who is blocked meanwhile signs in at a provider',
    file: 'shared/domain/accounts/hosted-user.ts',
    inside: 'linkUser',
    find: 'isBlocked: false',
    replace: '',
    tests: ['tests/services/accounts/hosted.test.ts'],
  },
  {
    name: 'a refund of exactly the limit needs two admins',
    file: 'shared/domain/orders/refund/refund-approval.ts',
    inside: 'requireApproval',
    find: 'amountPaise <= remainingPaise',
    replace: 'amountPaise < remainingPaise',
    tests: ['tests/services/board/second-approver.test.ts'],
  },
  {
    name: 'supplier products without a price are tried though no balance is left',
    file: 'shared/domain/orders/fulfil/retry-waiting.ts',
    inside: 'retryDeferredUnits',
    find: 'Math.max(cost, 1)',
    replace: 'cost',
    tests: ['tests/services/suppliers/pauses.test.ts'],
  },
  {
    name: 'an order has a tenth payment attempt',
    file: 'shared/domain/payments/create-payment-attempt.ts',
    inside: 'retryAttempt',
    find: 'number > maxPaymentAttempts',
    replace: 'number > maxPaymentAttempts + 1',
    tests: ['tests/services/orders/payment-attempts.test.ts'],
  },
  {
    name: 'points worth less than a paisa are redeemed',
    file: 'shared/domain/points/redeem-points.ts',
    inside: 'redeemPoints',
    find: 'valuePaise < 1',
    replace: 'false',
    tests: ['tests/services/points/points.test.ts'],
  },
  {
    name: 'a token of any length is searched for',
    file: 'shared/domain/accounts/find-caller.ts',
    inside: 'findCaller',
    find: 'token.length > 200',
    replace: 'false',
    tests: ['tests/services/accounts/sessions.test.ts'],
  },
  {
    name: 'the resolution of a payment discrepancy is not in the log',
    file: 'shared/domain/payments/resolve-discrepancy.ts',
    inside: 'auditResolution',
    find: '{ creditedPaise: discrepancy.inReviewPaise }',
    replace: '{}',
    tests: ['tests/services/board/payment-discrepancies.test.ts'],
  },
  {
    name: 'an order cannot be changed by the specification’s call without a reason',
    ...{ file: 'shared/contracts/admin.ts', inside: 'updateOrder', tests: boardCalls },
    find: 'reason: z.optional($TEXT)',
    replace: 'reason: $TEXT',
  },
  {
    name: 'a blank reason in an address counts as one',
    ...{ file: 'shared/contracts/admin.ts', inside: 'updateOrder', tests: boardCalls },
    find: 'z.string().check(z.trim(), z.maxLength(300))',
    replace: 'z.string().check(z.maxLength(300))',
  },
  {
    name: 'an order that is changed without a reason gets one',
    ...{ file: 'shared/domain/orders/board/decide-order.ts', inside: 'decideOrder', tests: boardCalls },
    find: "reason: move.reason ?? ''",
    replace: "reason: move.reason || 'Moved by an admin'",
  },
  {
    name: 'an entry of the back office’s menu leads elsewhere',
    ...{ file: 'admin/src/app/nav.ts', inside: 'screens', tests: menu },
    find: "path: '/admingallery'",
    replace: "path: '/gallery'",
  },
  {
    name: 'an entry of the back office’s menu has another name',
    ...{ file: 'admin/src/app/nav.ts', inside: 'screens', tests: menu },
    find: "label: 'User Data'",
    replace: "label: 'Users'",
  },
  {
    name: 'a production shop offers the demo’s phone number, chat and links',
    ...{ file: 'scripts/launcher/stack-settings.ts', inside: 'sharedSettings' },
    find: 'isPlay && demoContact',
    replace: 'demoContact',
    tests: ['scripts/launcher/stack-settings.test.ts'],
  },
  {
    name: 'a shop offers an example’s address to its customers',
    ...{ file: 'api/src/support/support-view.ts', inside: 'supportView' },
    find: '!isPublicDomain(address) && !env.SIMULATED_PROVIDERS',
    replace: 'false',
    tests: ['tests/services/support/support-contact.test.ts'],
  },
]
