import type { AdminItem } from '@jhatpat/shared/contracts/admin-items.ts'
import { columns, type PriceColumn } from './sheet.ts'

/** The margin of a price over its cost, in per cent of the price; `isLow`: below the shop's floor. */
export type Margin = { percent: number; isLow: boolean }

/** Margin over the cost, in per cent of the price. */
export const marginRatio = (paise: number, costPaise: number): number => ((paise - costPaise) / paise) * 100

/** Undefined where the cost in rupees is unknown. */
export function marginOf(
  { cost }: Pick<AdminItem, 'cost'>,
  paise: number,
  column: PriceColumn = 'discountedprice',
): Margin | undefined {
  if (cost?.rupees === undefined || paise <= 0) return undefined
  const percent = marginRatio(paise, cost.rupees * 100)
  const { floorPercent, resellFloorPercent = floorPercent } = cost
  return { percent, isLow: percent < (column === 'resellprice' ? resellFloorPercent : floorPercent) }
}

/** `19.9%`; rounded down, so that no margin is shown larger than it is. */
export const percentText = (percent: number): string => `${(Math.floor(percent * 10) / 10).toFixed(1)}%`

type Change = {
  item: Pick<AdminItem, 'cost' | PriceColumn>
  column: PriceColumn
  toPaise: number
}

/** Average margins of the changed prices, before and after; undefined where no cost is known. */
export function averageMargins(changes: readonly Change[]): { before: number; after: number } | undefined {
  const changedMargins = changes.flatMap(({ item, column, toPaise }) => {
    const before = marginOf(item, Math.round(item[column] * 100), column)
    const after = marginOf(item, toPaise, column)
    return before && after ? [{ before: before.percent, after: after.percent }] : []
  })
  if (changedMargins.length === 0) return undefined
  const average = (side: 'before' | 'after') =>
    changedMargins.reduce((sum, margins) => sum + margins[side], 0) / changedMargins.length
  return { before: average('before'), after: average('after') }
}

/** Whether one of an item's saved prices has a margin below its floor. */
export const isBelowFloor = (item: AdminItem): boolean =>
  columns.some((column) => marginOf(item, Math.round(item[column] * 100), column)?.isLow ?? false)
