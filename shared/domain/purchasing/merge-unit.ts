import { isBelowCost } from './unit-rules.ts'
import type { IUnit } from './unit-schema.ts'

/** How much a unit's state says about its attempt; a late answer never replaces a higher weight by a lower one. */
const weights = { inFlight: 1, unclear: 2, ordered: 3, believed: 4, rejected: 5, delivered: 6 } as const

/**
 * Pure. The unit to store when an answer arrives, or `keep` when the stored one says as much or more. A delivery with
 * the supplier's reference wins over every other state, a final rejection over all but that. A time-out or an answer to
 * an older read replaces nothing better, and an older attempt never changes a newer one.
 * @param stored the unit in the database
 * @param answer the unit after the answer
 * @param read the unit as it was when the supplier was asked; without it the answer counts as one to an older read
 */
export function mergeUnit(stored: IUnit, answer: IUnit, read?: IUnit): IUnit | 'keep' {
  if (stored.attempt !== answer.attempt) return 'keep'
  if (stored.state === 'planned') return shouldReopen(stored, answer) || isBelowCost(answer) ? answer : 'keep'
  const isFinal = weightOf(stored) >= weights.rejected
  if (!isFinal && read && isSameStep(stored, read)) return answer
  return isBetter(stored, answer) ? withStoredFacts(stored, answer) : 'keep'
}

function isBetter(stored: IUnit, answer: IUnit): boolean {
  const [storedWeight, answerWeight] = [weightOf(stored), weightOf(answer)]
  // The batch could not determine it and a person decides: the purchase's own time-out, arriving later, adds nothing.
  if (stored.state === 'unknown' && answer.state === 'unknown' && stored.batch < answer.batch) return false
  // The purchase was not made or had no effect: that resolves an unclear unit, but not an order that the supplier has.
  if (answer.state === 'planned') return storedWeight <= weights.unclear
  return answerWeight > storedWeight || (storedWeight <= weights.ordered && isSameOrder(stored, answer))
}

/** Whether two reads of a unit are of the same step, regardless of retries in between. */
const isSameStep = (a: IUnit, b: IUnit): boolean =>
  a.attempt === b.attempt &&
  a.ref === b.ref &&
  isSameOrder(a, b) &&
  a.batch === b.batch &&
  a.isFollowedUp === b.isFollowedUp

/** Pure. Whether a rejected answer reports an effect at the supplier that the stored unit does not show. */
export function isConflict(stored: IUnit, answer: IUnit): boolean {
  const isSameAttempt = stored.attempt === answer.attempt
  const isKnownOrder = stored.ref === answer.ref && stored.supplierOrderId === answer.supplierOrderId
  switch (answer.state) {
    case 'delivered':
      return !(stored.state === 'delivered' && (isSameAttempt || isKnownOrder))
    case 'sending':
      return answer.supplierOrderId !== '' && !isKnownOrder
    case 'rejected':
      return isSameAttempt && weightOf(stored) === weights.believed
    case 'planned':
    case 'unknown':
      return false
    default:
      throw new Error(`unknown unit state: ${answer.state satisfies never}`)
  }
}

/**
 * A person released the unit, or its purchase seemed to have failed, but the supplier has an order: it is not bought
 * again.
 */
const shouldReopen = (stored: IUnit, answer: IUnit): boolean =>
  answer.state === 'delivered' ||
  (answer.state === 'sending' && answer.supplierOrderId !== '' && answer.ref === stored.ref)

const isSameOrder = (a: IUnit, b: IUnit): boolean =>
  a.state === b.state && a.supplierOrderId === b.supplierOrderId

function weightOf({ state, supplierOrderId, isFollowedUp }: IUnit): number {
  switch (state) {
    case 'delivered':
      // Delivered by a person's decision, or by the account's balance alone.
      return supplierOrderId === '' || isFollowedUp ? weights.believed : weights.delivered
    case 'rejected':
      return weights.rejected
    case 'sending':
    case 'unknown':
      if (supplierOrderId !== '') return weights.ordered
      return state === 'unknown' ? weights.unclear : weights.inFlight
    case 'planned':
      return 0
    default:
      throw new Error(`unknown unit state: ${state satisfies never}`)
  }
}

/** The better answer plus what only the stored unit has. A batch that has ended stays ended. */
const withStoredFacts = (stored: IUnit, answer: IUnit): IUnit => ({
  ...answer,
  supplierOrderId: answer.supplierOrderId || stored.supplierOrderId,
  balanceBefore: answer.balanceBefore || stored.balanceBefore,
  balanceAfter: answer.balanceAfter || stored.balanceAfter,
  retryCount: Math.max(answer.retryCount, stored.retryCount),
  batch: Math.min(answer.batch, stored.batch),
})
