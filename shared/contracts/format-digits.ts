/**
 * Groups digits as in India: 2,48,913 and 1,00,000.00. Implemented by hand, because the first
 * `Intl` call of a page blocks a slow phone for 60 ms.
 * @param decimal as `String` or `toFixed` write it; at most two decimals
 */
export function groupDigits(decimal: number | string): string {
  return String(decimal).replace(/\B(?=(\d{2})*\d{3}(?!\d))/g, ',')
}
