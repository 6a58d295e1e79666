import type { Evidence, Rule, RuleName, Violation } from './evidence.ts'
import { moneyBalances } from './i1-money-balances.ts'
import { oneEffectPerUnit } from './i2-one-effect-per-unit.ts'
import { nothingLost } from './i3-nothing-lost.ts'
import { endedOrOnTheBoard } from './i4-ended-or-on-the-board.ts'
import { historyIsAPath } from './i5-history-is-a-path.ts'
import { deliveredIsPaid } from './i6-delivered-is-paid.ts'
import { refundsWithinCaptures } from './i7-refunds-within-captures.ts'
import { clientsSeeTheTruth } from './i8-clients-see-the-truth.ts'
import { openWorkIsDue } from './i9-open-work-is-due.ts'
import { oneEffectPerKey } from './i10-one-effect-per-key.ts'
import { pointsBalance } from './i11-points-balance.ts'
import { historyRebuildsTheOrder } from './i12-history-rebuilds-the-order.ts'

/** The invariants, by the numbers that docs and runs use. */
export const rules: Record<RuleName, Rule> = {
  I1: moneyBalances,
  I2: oneEffectPerUnit,
  I3: nothingLost,
  I4: endedOrOnTheBoard,
  I5: historyIsAPath,
  I6: deliveredIsPaid,
  I7: refundsWithinCaptures,
  I8: clientsSeeTheTruth,
  I9: openWorkIsDue,
  I10: oneEffectPerKey,
  I11: pointsBalance,
  I12: historyRebuildsTheOrder,
}

export function check(evidence: Evidence): Violation[] {
  return Object.values(rules).flatMap((rule) => rule(evidence))
}

/** The three figures of a run's last line. */
export function sumUp(violations: readonly Violation[]) {
  const of = (...names: RuleName[]) => violations.filter(({ rule }) => names.includes(rule))
  return {
    lost: new Set(of('I3', 'I4', 'I9').map(({ about }) => about)).size,
    deliveredTwice: of('I2').length,
    paiseAdrift: of('I1', 'I6', 'I7').reduce((sum, { paise = 0 }) => sum + Math.abs(paise), 0),
  }
}
