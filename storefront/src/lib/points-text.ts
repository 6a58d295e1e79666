import { groupDigits } from '@jhatpat/shared/contracts/format-digits.ts'

/** `128.40`, `12,840.00`: points always have two decimals. */
export const pointsText = (points: number): string => groupDigits(points.toFixed(2))

/** `+3.45`, `−28.00`. */
export const pointsChange = (points: number): string =>
  `${points < 0 ? '−' : '+'}${groupDigits(Math.abs(points).toFixed(2))}`
