import type { Mutant } from './tree/mutant.ts'

/** Faults in the ledger's reports: sums of days, reconciliation, and approved changes. */
export const ledgerMutants: Mutant[] = [
  {
    name: 'a partial refund of a delivered order still counts as a sale',
    file: 'shared/domain/reports/read-day.ts',
    inside: 'deliveryStages',
    find: "paise: { $sum: { $subtract: ['$pricePaise', '$partlyRefundedPaise'] } }",
    replace: "paise: { $sum: '$pricePaise' }",
    tests: ['tests/services/reports/sales.test.ts'],
  },
  {
    name: 'a day is finalised before it has ended',
    file: 'shared/domain/reports/recount-sales.ts',
    inside: 'countDay',
    find: 'countedAt.getTime() >= startOfIstDay(day, 1).getTime() + finaliseDelayMs',
    replace: 'true',
    tests: ['tests/services/reports/sales.test.ts'],
  },
  {
    name: 'money at the gateway that is not in the ledger is ignored',
    file: 'shared/domain/reports/compare-payment.ts',
    inside: 'compareReceived',
    find: 'if (inReview?.resolution) return []',
    replace: 'return []',
    tests: ['shared/domain/reports/compare-payment.test.ts'],
  },
  {
    name: 'an exception that is found again is reopened',
    file: 'shared/domain/reports/reconcile.ts',
    inside: 'insertMissing',
    find: 'update: { $setOnInsert: rest }',
    replace: 'update: { $set: rest }',
    tests: ['tests/services/reports/reconciliation.test.ts'],
  },
  {
    name: 'an order that was delivered since its refund was requested counts as undelivered',
    file: 'shared/domain/orders/refund/refund-approval.ts',
    inside: 'hasChangedSinceRequest',
    find: 'order.version !== request.version || $NEXT',
    replace: '$NEXT',
    tests: ['tests/services/board/second-approver.test.ts'],
  },
  {
    name: 'an approval refunds a unit that was bought since it was requested',
    file: 'shared/domain/orders/refund/refund-approval.ts',
    inside: 'hasChangedSinceRequest',
    find: 'unitsDigest(order) !== request.units || $NEXT',
    replace: '$NEXT',
    tests: ['tests/services/board/second-approver.test.ts'],
  },
  {
    name: 'an approval refunds an order though its customer has written that it was delivered',
    file: 'shared/domain/orders/refund/refund-approval.ts',
    inside: 'hasChangedSinceRequest',
    find: 'hasNewMessages(order, request) || $NEXT',
    replace: '$NEXT',
    tests: ['tests/services/orders/concurrent-writes.test.ts'],
  },
  {
    name: 'an admin refunds their own order alone',
    file: 'shared/domain/orders/refund/refund-approval.ts',
    inside: 'remainingLimitPaise',
    find: 'if (String(userId) === admin.userId) return 0',
    replace: '',
    tests: ['tests/services/board/second-approver.test.ts'],
  },
]
