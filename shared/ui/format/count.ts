const whole = new Intl.NumberFormat('en-IN')

/** A count in the Indian grouping: 2,48,913. */
export function formatCount(count: number): string {
  return whole.format(count)
}

/** Reward points and shares, with exactly `digits` decimals: 128.40. */
export function formatDecimal(value: number, digits = 2): string {
  return value.toLocaleString('en-IN', { minimumFractionDigits: digits, maximumFractionDigits: digits })
}
