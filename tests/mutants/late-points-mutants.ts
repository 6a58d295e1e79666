import type { Mutant } from './tree/mutant.ts'

/** Faults in points for late deliveries, which must not exceed what an order costs. */
export const latePointsMutants: readonly Mutant[] = [
  {
    name: 'points for lateness are not limited by the price',
    file: 'shared/domain/orders/change/late-points.ts',
    inside: 'latePointsOffered',
    find: 'Math.min(toHundredths(rates.LATE_ORDER_POINTS), maxHundredths)',
    replace: 'toHundredths(rates.LATE_ORDER_POINTS)',
    tests: ['tests/services/points/late-points.test.ts'],
  },
  {
    name: 'points for lateness are not limited by the day',
    file: 'shared/domain/points/post-points.ts',
    inside: 'latePointsLeft',
    find: 'Math.max(0, limit - $A)',
    replace: 'limit',
    tests: ['tests/services/points/late-points.test.ts'],
  },
  {
    name: 'the limit of a day is read before the transaction that credits its points',
    file: 'shared/domain/points/post-points.ts',
    inside: 'latePointsOf',
    find: 'PointsBalanceModel.findById(userId).session(tx)',
    replace: 'PointsBalanceModel.findById(userId)',
    tests: ['tests/services/points/late-points.test.ts'],
  },
  {
    name: 'an order that an incident held earns points for lateness',
    file: 'shared/domain/orders/change/late-points.ts',
    inside: 'lateDue',
    find: 'hold || inc?.partlyRefundedPaise',
    replace: 'inc?.partlyRefundedPaise',
    tests: ['tests/services/points/late-points.test.ts'],
  },
  {
    name: 'a manual delivery becomes late while the shop is closed',
    file: 'shared/domain/orders/change/late-points.ts',
    inside: 'lateDue',
    find: "delivery === 'manual' ? $OPEN : $ALL",
    replace: '$ALL',
    tests: ['shared/domain/orders/change/late-points.test.ts'],
  },
]
