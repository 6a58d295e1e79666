import type { Pause } from '../catalogue/index.ts'

/** What an account holds, in ten-thousandths of its unit; undefined where it is not known. */
export type AccountFunds = {
  amount: number | undefined
  /** Bought since that was read. */
  bought: number
  /** What paid orders still need. */
  waiting: number
  /** What is kept back for those. */
  reserve: number
}

/**
 * Pure. What is left for new orders, below zero when it does not even reach for those that are paid. The reserve is for
 * paid orders: what they need comes out of it first.
 */
export function availableFunds({ amount, bought, waiting, reserve }: AccountFunds): number | undefined {
  return amount === undefined ? undefined : amount - bought - Math.max(waiting, reserve)
}

export type CoverageInput = {
  pausedBy: Pause
  /** In ten-thousandths of the account's unit; undefined where no list has it. */
  cost: number | undefined
  available: number | undefined
  /** Whether the balance was read lately: what is not known by now brings nothing back. */
  isFresh: boolean
  /** Whether pausing is switched on for the account. */
  isAutoPauseOn: boolean
}

/**
 * A tenth more than the level has to be there for an item to come back, or an account to count as no
 * longer low, so that nothing flickers. In whole numbers: a tenth more than 100 is 110.00000000000001 otherwise.
 */
const isTenthAbove = (left: number, level: number) => left * 10 >= level * 11

/**
 * Pure. Whether an item is paused from now on. It never says anything of the stock: what a person has switched off
 * stays off.
 */
export function decidePause({ pausedBy, cost, available, isFresh, isAutoPauseOn }: CoverageInput): Pause {
  if (!isAutoPauseOn) return ''
  if (available === undefined) return pausedBy
  // Of what has no price nobody knows whether it is covered, unless nothing is.
  const needed = cost ?? 1
  if (pausedBy === '') return available < needed ? 'balance' : ''
  return isFresh && isTenthAbove(available, needed) ? '' : pausedBy
}

/** Pure. Whether an account counts as low. @param lowBalanceLevel 0: nobody wants to be told */
export function isBalanceLow(
  amount: number | undefined,
  { lowBalanceLevel, isLow }: { lowBalanceLevel: number; isLow: boolean },
): boolean {
  if (amount === undefined) return isLow
  return isLow ? !isTenthAbove(amount, lowBalanceLevel) : amount < lowBalanceLevel
}
