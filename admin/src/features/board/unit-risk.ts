import type { BoardOrder } from '@jhatpat/shared/contracts/admin.ts'
import { balanceDrop } from '../../lib/evidence-texts.ts'
import { refundRisk } from '../../lib/risk-texts.ts'
import type { UnitDecision } from './open-units.ts'

/** The cost of an answer about a unit; of a refund of an unknown outcome also that it may be a loss. */
export function withRisk(order: BoardOrder, { answer }: UnitDecision, cost: string): string {
  const isUnknown = order.unitList.some(({ state }) => state === 'unknown')
  if (answer !== 'refund' || order.redeliveryOf || !isUnknown) return cost
  return `${cost}. ${refundRisk(balanceDrop(order))}`
}
