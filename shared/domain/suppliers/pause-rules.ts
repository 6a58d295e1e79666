import type { Pause } from '../catalogue/index.ts'

/** What an account holds, in ten-thousandths of its unit; undefined where it is not known. */
export type Holding = {
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
export function freeOf({ amount, bought, waiting, reserve }: Holding): number | undefined {
  return amount === undefined ? undefined : amount - bought - Math.max(waiting, reserve)
}

export type Cover = {
  pausedBy: Pause
  /** In ten-thousandths of the account's unit; undefined where no list has it. */
  cost: number | undefined
  free: number | undefined
  /** Whether the balance was read lately: what is not known by now brings nothing back. */
  isFresh: boolean
  /** Whether pausing is switched on for the account. */
  isPausing: boolean
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
export function nextPause({ pausedBy, cost, free, isFresh, isPausing }: Cover): Pause {
  if (!isPausing) return ''
  if (free === undefined) return pausedBy
  // Of what has no price nobody knows whether it is covered, unless nothing is.
  const needed = cost ?? 1
  if (pausedBy === '') return free < needed ? 'balance' : ''
  return isFresh && isTenthAbove(free, needed) ? '' : pausedBy
}

/** Pure. Whether an account counts as low. @param alarm 0: nobody wants to be told */
export function isLowNow(
  amount: number | undefined,
  { alarm, isLow }: { alarm: number; isLow: boolean },
): boolean {
  if (amount === undefined) return isLow
  return isLow ? !isTenthAbove(amount, alarm) : amount < alarm
}
