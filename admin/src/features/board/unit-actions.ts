import type { BoardOrder } from '@jhatpat/shared/contracts/admin.ts'
import { formatRupees } from '@jhatpat/shared/contracts/money.ts'
import { balanceDrop } from '../../lib/evidence-texts.ts'
import { givenUpCost } from './board-texts.ts'
import { answersFor, asDecision, type Unit, type UnitDecision, unitOf } from './open-units.ts'

/** An action for a unit: the label of its button, its key and its cost. */
export type UnitChoice = { decision: UnitDecision; title: string; key: string; cost: string }

/** The decisions that can be made about a unit, as the screen offers them. */
export function choicesFor(order: BoardOrder, unit: Unit): UnitChoice[] {
  return answersFor(unit).map((answer) => ({
    decision: asDecision(unit, answer),
    ...{
      delivered: { title: 'Mark delivered', key: 'D', cost: deliveredCost(order, unit) },
      retry_unit: {
        title: unit.state === 'held_back' ? 'Buy at this cost' : 'Resend',
        key: 'S',
        cost: retryCost(order, unit),
      },
      refund: { title: endTitle(order), key: 'R', cost: refundCost(order) },
    }[answer],
  }))
}

/** The choice in its current form; undefined when the unit has changed since it was made. */
export function choiceOf(order: BoardOrder, decision: UnitDecision): UnitChoice | undefined {
  const unit = unitOf(order, decision)
  return unit && choicesFor(order, unit).find((choice) => choice.decision.answer === decision.answer)
}

/** `unit 2 of 3`, or `the unit` for an order of one. */
export function unitName({ unitList }: BoardOrder, ref: string): string {
  const at = unitList.findIndex((unit) => firstRef(unit.ref) === firstRef(ref))
  return unitList.length > 1 && at >= 0 ? `unit ${at + 1} of ${unitList.length}` : 'the unit'
}

/** A unit bought again after a return has a new ref, ending in `-r2`. */
const firstRef = (ref: string) => ref.replace(/-r\d+$/, '')

/**
 * Whether only a share is refunded because some units arrived. Never for a redelivery, for which
 * nothing was paid.
 */
export const isPartialRefund = ({ units, redeliveryOf }: BoardOrder): boolean =>
  units.delivered > 0 && !redeliveryOf

/** The cost of buying a unit: its share of the order's price, and the supplier's cost where known. */
export function unitCost({ price, cost }: Unit): string {
  if (price === 0 && cost) return `The supplier takes ${cost}`
  const ofPrice = `${formatRupees(price)} of the order’s price`
  return cost ? `${ofPrice}; the supplier takes ${cost}` : ofPrice
}

/** The action that ends the order as it is: a redelivery has nothing to refund. */
const endTitle = (order: BoardOrder): string =>
  order.redeliveryOf ? 'Cancel replacement' : `Refund ${formatRupees(order.suggestedRefund)}`

/** The question of the confirmation form. */
export function unitQuestion(order: BoardOrder, { unit, answer }: UnitDecision): string {
  const name = unitName(order, unit)
  switch (answer) {
    case 'delivered':
      return `Mark ${name} as delivered?`
    case 'retry_unit':
      return order.pendingReason.kind === 'below_cost' ? `Buy ${name} at this cost?` : `Buy ${name} again?`
    case 'refund':
      return order.redeliveryOf
        ? 'Cancel this replacement?'
        : `Refund ${formatRupees(order.suggestedRefund)} to ${order.customer.name}’s wallet?`
    default:
      return answer satisfies never
  }
}

function deliveredCost(order: BoardOrder, unit: Unit): string {
  const openUnits = order.unitList.filter(
    ({ state, ref }) => state !== 'delivered' && ref !== unit.ref,
  ).length
  const effect =
    openUnits === 0
      ? 'Marks as Completed'
      : `Continues with the other ${openUnits === 1 ? 'unit' : `${openUnits} units`}`
  return `${effect}; nothing is bought or refunded`
}

function retryCost(order: BoardOrder, unit: Unit): string {
  if (unit.state === 'held_back') return 'Buys at a loss: it costs more than was paid'
  if (unit.state === 'rejected') return 'Buys again. The first was rejected and not charged'
  if (balanceDrop(order) === 0)
    return 'Buys again. The balance didn’t change, so the first was likely not bought'
  return 'Buys again. Costs twice if the first was delivered'
}

function refundCost(order: BoardOrder): string {
  const { units, customer, redeliveryOf, suggestedRefund } = order
  if (redeliveryOf) return givenUpCost(redeliveryOf)
  const where = `to ${customer.name}’s wallet after 5 seconds`
  const missing = units.total - units.delivered
  return units.delivered === 0
    ? `${formatRupees(suggestedRefund)} refunded ${where}`
    : `Delivered units stay. ${formatRupees(suggestedRefund)} for ${missing} of ${units.total} units refunded ${where}`
}
