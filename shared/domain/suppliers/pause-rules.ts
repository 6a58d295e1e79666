import type { Pause } from '../catalogue/index.ts'

/** An account's balance and commitments, in ten-thousandths of its currency; undefined when unknown. */
export type AccountFunds = {
  amount: number | undefined
  /** Bought since the balance was read. */
  bought: number
  /** Needed by paid orders. */
  waiting: number
  /** Reserved for paid orders. */
  reserve: number
}

/**
 * Pure. What is available for new orders; negative when it does not even cover the paid ones. Paid orders use the
 * reserve first.
 */
export function availableFunds({ amount, bought, waiting, reserve }: AccountFunds): number | undefined {
  return amount === undefined ? undefined : amount - bought - Math.max(waiting, reserve)
}

export type CoverageInput = {
  pausedBy: Pause
  /** In ten-thousandths of the account's currency; undefined when no price list contains it. */
  cost: number | undefined
  available: number | undefined
  /** Whether the balance was read recently; without that no pause ends. */
  isFresh: boolean
  /** Whether automatic pausing is switched on for the account. */
  isAutoPauseOn: boolean
}

/**
 * Ending a pause, or the low state of an account, takes a tenth more than the level, so that small changes do not
 * toggle it. In whole numbers: a tenth more than 100 would be 110.00000000000001.
 */
const isTenthAbove = (left: number, level: number) => left * 10 >= level * 11

/**
 * Pure. Whether an item is paused from now on. Independent of the stock: an item that an admin switched off stays off.
 */
export function decidePause({ pausedBy, cost, available, isFresh, isAutoPauseOn }: CoverageInput): Pause {
  if (!isAutoPauseOn) return ''
  if (available === undefined) return pausedBy
  // An item without a known cost is covered unless nothing is left.
  const needed = cost ?? 1
  if (pausedBy === '') return available < needed ? 'balance' : ''
  return isFresh && isTenthAbove(available, needed) ? '' : pausedBy
}

/**
 * Pure. Whether an account counts as low.
 * @param lowBalanceLevel 0: no alerts
 */
export function isBalanceLow(
  amount: number | undefined,
  { lowBalanceLevel, isLow }: { lowBalanceLevel: number; isLow: boolean },
): boolean {
  if (amount === undefined) return isLow
  return isLow ? !isTenthAbove(amount, lowBalanceLevel) : amount < lowBalanceLevel
}
