/** `128.40`, `12,840.00`: points always have two decimals. */
export const pointsText = (points: number): string => numbers.format(points)

/** `+3.45`, `−28.00`. */
export const pointsChange = (points: number): string =>
  `${points < 0 ? '−' : '+'}${numbers.format(Math.abs(points))}`

const numbers = new Intl.NumberFormat('en-IN', { minimumFractionDigits: 2, maximumFractionDigits: 2 })
