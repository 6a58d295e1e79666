import type { BoardOrder } from '@jhatpat/shared/contracts/admin.ts'
import { pointsNumber } from './points.ts'

type Balances = Pick<BoardOrder, 'supplierBalance'>

/** The supplier balance around the purchase; undefined where it can't be compared. */
export function pointsText(order: Balances): { before: string; after: string; change: string } | undefined {
  if (!order.supplierBalance) return undefined
  const { before, after } = order.supplierBalance
  const fell = balanceDrop(order)
  const change = fell === undefined ? '' : changeText(fell)
  return { before: pointsWord(before), after: pointsWord(after), change }
}

/** By how much the balance dropped around the purchase; undefined where that is unknown. */
export function balanceDrop({ supplierBalance }: Balances): number | undefined {
  if (!supplierBalance || supplierBalance.before === '' || supplierBalance.after === '') return undefined
  // Rounded to hundredths, the supplier's precision: floating point must not leave a remainder.
  const fell = Math.round((Number(supplierBalance.before) - Number(supplierBalance.after)) * 100) / 100
  return Number.isFinite(fell) ? fell : undefined
}

function changeText(fell: number): string {
  if (fell === 0) return 'unchanged'
  return fell > 0 ? `−${pointsNumber(fell)}, all purchases since` : `+${pointsNumber(-fell)}`
}

/** The balance as text: `1,84,220`, or `unknown` where none was read. */
export function pointsWord(balance: string): string {
  const points = Number(balance)
  return balance === '' ? 'unknown' : Number.isFinite(points) ? pointsNumber(points) : balance
}
