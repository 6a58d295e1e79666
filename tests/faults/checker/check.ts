import type { Evidence, Rule, RuleName, Violation } from '../load/evidence.ts'
import { deliveredIsPaid, moneyBalances, refundsWithinCaptures } from './money-invariants.ts'
import {
  clientsSeeTheTruth,
  endedOrOnTheBoard,
  historyIsAPath,
  historyRebuildsTheOrder,
  nothingLost,
  oneEffectPerKey,
  oneEffectPerUnit,
  openWorkIsDue,
} from './order-invariants.ts'
import { pointsBalance } from './points-invariant.ts'

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
