import type { AdminItem } from '@jhatpat/shared/contracts/admin-items.ts'

/** What is left of a price above its cost, in per cent of the price; `isLow` below the shop's floor. */
export type Margin = { percent: number; isLow: boolean }

/** Undefined where nobody knows the cost in rupees. */
export function marginOf({ cost }: Pick<AdminItem, 'cost'>, paise: number): Margin | undefined {
  if (cost?.rupees === undefined || paise <= 0) return undefined
  const percent = ((paise - cost.rupees * 100) / paise) * 100
  return { percent, isLow: percent < cost.floorPercent }
}

/** `19.9%`; rounded down, so that no margin looks larger than it is. */
export const percentText = (percent: number): string => `${(Math.floor(percent * 10) / 10).toFixed(1)}%`
