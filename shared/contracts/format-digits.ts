/**
 * A number in the Indian grouping: 2,48,913 and 1,00,000.00. By hand, since the first `Intl` of a page keeps a slow phone
 * busy for 60 ms.
 * @param decimal what `String` or `toFixed` write; at most two digits behind the point
 */
export function groupDigits(decimal: number | string): string {
  return String(decimal).replace(/\B(?=(\d{2})*\d{3}(?!\d))/g, ',')
}
