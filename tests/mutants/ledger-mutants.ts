import type { Mutant } from './mutant.ts'

/** Mistakes about what the books tell afterwards: sums of days, what does not agree, and what two have agreed to. */
export const ledgerMutants: Mutant[] = [
  {
    name: 'a share given back with a delivery is a sale all the same',
    file: 'shared/domain/reports/read-day.ts',
    inside: 'deliveries',
    find: "paise: { $sum: { $subtract: ['$pricePaise', '$partlyRefundedPaise'] } }",
    replace: "paise: { $sum: '$pricePaise' }",
    tests: ['tests/services/sales/sales.test.ts'],
  },
  {
    name: 'a day is closed while it runs',
    file: 'shared/domain/reports/count-sales.ts',
    inside: 'countDay',
    find: 'countedAt.getTime() >= startOfIstDay(day, 1).getTime() + settledMs',
    replace: 'true',
    tests: ['tests/services/sales/sales.test.ts'],
  },
  {
    name: 'money that the gateway has and nobody booked is passed over',
    file: 'shared/domain/reports/compare-payment.ts',
    inside: 'paidFound',
    find: 'if (inReview?.resolution) return []',
    replace: 'return []',
    tests: ['shared/domain/reports/compare-payment.test.ts'],
  },
  {
    name: 'an exception that is found again is open again',
    file: 'shared/domain/reports/reconcile.ts',
    inside: 'insertMissing',
    find: 'update: { $setOnInsert: rest }',
    replace: 'update: { $set: rest }',
    tests: ['tests/services/reconciliation/reconciliation.test.ts'],
  },
  {
    name: 'an order that was delivered since a refund of it was asked for counts as it was',
    file: 'shared/domain/orders/refund/refund-approval.ts',
    inside: 'hasChangedSinceRequest',
    find: 'order.version !== request.version || $NEXT',
    replace: '$NEXT',
    tests: ['tests/services/board/second-approver.test.ts'],
  },
  {
    name: 'an agreement refunds a pack that was bought since it was asked for',
    file: 'shared/domain/orders/refund/refund-approval.ts',
    inside: 'hasChangedSinceRequest',
    find: 'unitsDigest(order) !== request.units || $NEXT',
    replace: '$NEXT',
    tests: ['tests/services/board/second-approver.test.ts'],
  },
  {
    name: 'an agreement refunds an order though its customer has written that it came',
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
