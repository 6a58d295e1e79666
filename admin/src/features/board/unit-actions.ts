import type { BoardOrder } from '@jhatpat/shared/contracts/admin.ts'
import { formatRupees } from '@jhatpat/shared/contracts/money.ts'
import { givenUpCost } from './board-texts.ts'
import { balanceDrop } from './pending-reason-text.ts'

export type Unit = BoardOrder['unitList'][number]
export type UnitAction = 'delivered' | 'retry_unit' | 'refund'

/**
 * An admin's answer about a unit as it stands on the screen: `attempt` tells the server what was seen. `amount`:
 * rupees to give back, where units arrived and only a share does.
 */
export type UnitDecision = {
  unit: string
  attempt: number
  answer: UnitAction
  amount?: number
  /** A refund that a second person has to agree to. */
  requestApproval?: true
}

/** What can be answered about a unit: its name on the button, its key, and what it costs in words. */
export type UnitChoice = { decision: UnitDecision; title: string; key: string; cost: string }

const answeredByUnit: ReadonlySet<BoardOrder['pendingReason']['kind']> = new Set([
  ...(['outcome_unknown', 'partly_delivered', 'supplier_deferred', 'below_cost'] as const),
])

/**
 * The units that wait for a person: their outcome is unknown, they were refused, they cost more than was paid, or the
 * supplier has accepted them and goes no further.
 */
export function openUnitsOf({ pendingReason, unitList }: BoardOrder): Unit[] {
  if (pendingReason.kind === 'supplier_review') {
    return unitList.filter(({ state, supplierOrderId }) => state === 'sending' && supplierOrderId !== '')
  }
  if (!answeredByUnit.has(pendingReason.kind)) return []
  return unitList.filter(({ state }) => state === 'unknown' || state === 'rejected' || state === 'held_back')
}

/** Whether the order waits for an answer about a unit, so that moving it whole is not the next step. */
export function needsAnswer(order: BoardOrder): boolean {
  return order.pendingReason.kind === 'outcome_unknown' || openUnitsOf(order).length > 0
}

/**
 * A refused unit cannot have been delivered; one that the supplier holds is not bought twice, nor one of which the
 * balance is about to tell.
 */
export function choicesFor(order: BoardOrder, unit: Unit): UnitChoice[] {
  const decide = (answer: UnitAction): UnitDecision => ({ unit: unit.ref, attempt: unit.attempt, answer })
  const delivered = {
    decision: decide('delivered'),
    title: 'Delivered',
    key: 'D',
    cost: deliveredCost(order, unit),
  }
  const sendAgain = {
    decision: decide('retry_unit'),
    title: unit.state === 'held_back' ? 'Buy it all the same' : 'Send again',
    key: 'S',
    cost: sendAgainCost(order, unit),
  }
  return [
    ...(unit.state === 'rejected' || unit.state === 'held_back' ? [] : [delivered]),
    ...(unit.state === 'sending' || unit.isAwaitingReading ? [] : [sendAgain]),
    { decision: decide('refund'), title: endTitle(order), key: 'R', cost: refundCost(order) },
  ]
}

/** The choice as it is now, or undefined when the unit has moved on since it was made. */
export function choiceOf(order: BoardOrder, decision: UnitDecision): UnitChoice | undefined {
  const unit = unitOf(order, decision)
  return unit && choicesFor(order, unit).find((choice) => choice.decision.answer === decision.answer)
}

/** The unit that a decision is about, while it still waits for one. */
export function unitOf(order: BoardOrder, decision: UnitDecision): Unit | undefined {
  return openUnitsOf(order).find(({ ref, attempt }) => ref === decision.unit && attempt === decision.attempt)
}

/** `pack 2 of 3`, or `the pack` of an order that has only one. */
export function unitName({ unitList }: BoardOrder, ref: string): string {
  const at = unitList.findIndex((unit) => firstRef(unit.ref) === firstRef(ref))
  return unitList.length > 1 && at >= 0 ? `pack ${at + 1} of ${unitList.length}` : 'the pack'
}

/** What is sent again after it was returned has a new ref, ending in `-r2`. */
const firstRef = (ref: string) => ref.replace(/-r\d+$/, '')

/** Whether only a share is given back, as something arrived: of a second delivery there is none, since nobody paid. */
export const isPartialRefund = ({ units, redeliveryOf }: BoardOrder): boolean =>
  units.delivered > 0 && !redeliveryOf

/** What a unit costs when it is bought: of the order's price, and at the supplier where that is known. */
export function unitCost({ price, cost }: Unit): string {
  if (price === 0 && cost) return `The supplier takes ${cost}`
  const ofPrice = `${formatRupees(price)} of the order’s price`
  return cost ? `${ofPrice}; the supplier takes ${cost}` : ofPrice
}

/** The answer that ends the order as it is: there is nothing to refund of a second delivery. */
const endTitle = (order: BoardOrder): string =>
  order.redeliveryOf ? 'Give it up' : `Refund ${formatRupees(order.suggestedRefund)}`

/** What the form asks before it is done. */
export function unitQuestion(order: BoardOrder, { unit, answer }: UnitDecision): string {
  const name = unitName(order, unit)
  switch (answer) {
    case 'delivered':
      return `Take ${name} as delivered?`
    case 'retry_unit':
      return order.pendingReason.kind === 'below_cost'
        ? `Buy ${name} at this cost?`
        : `Buy ${name} once more?`
    case 'refund':
      return order.redeliveryOf
        ? 'Give this second delivery up?'
        : `Refund ${formatRupees(order.suggestedRefund)} to ${order.customer.name}’s wallet?`
    default:
      return answer satisfies never
  }
}

function deliveredCost(order: BoardOrder, unit: Unit): string {
  const rest = order.unitList.filter(({ state, ref }) => state !== 'delivered' && ref !== unit.ref).length
  const effect =
    rest === 0 ? 'Closes as Completed' : `Goes on with the other ${rest === 1 ? 'pack' : `${rest} packs`}`
  return `${effect}; nothing is bought or given back`
}

function sendAgainCost(order: BoardOrder, unit: Unit): string {
  if (unit.state === 'held_back') return 'Buys at a loss: it costs more than was paid'
  if (unit.state === 'rejected') return 'Buys once more. The supplier refused it, so it was not paid yet'
  if (balanceDrop(order) === 0) return 'Buys once more. The balance did not change, so nothing was bought'
  return 'Buys once more. Paid twice if the first arrived after all'
}

function refundCost({ units, customer, credited, redeliveryOf }: BoardOrder): string {
  if (redeliveryOf) return givenUpCost(redeliveryOf)
  const where = `to ${customer.name}’s wallet at once`
  if (units.delivered === 0)
    return `${credited > 0 ? 'What is left of the price' : 'The whole price'} ${where}`
  const missing = units.total - units.delivered
  return `What arrived stays. The share of ${missing} of ${units.total} packs goes ${where}`
}
