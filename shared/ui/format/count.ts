const whole = new Intl.NumberFormat('en-IN')

/** A count in the Indian grouping: 2,48,913. */
export function formatCount(count: number): string {
  return whole.format(count)
}
