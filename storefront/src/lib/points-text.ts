import { grouped } from '@jhatpat/shared/contracts/digits.ts'

/** `128.40`, `12,840.00`: points always have two decimals. */
export const pointsText = (points: number): string => grouped(points.toFixed(2))

/** `+3.45`, `−28.00`. */
export const pointsChange = (points: number): string =>
  `${points < 0 ? '−' : '+'}${grouped(Math.abs(points).toFixed(2))}`
