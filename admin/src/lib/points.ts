/** A supplier amount as text, without trailing decimals. */
export function pointsNumber(points: number): string {
  return points.toLocaleString('en-IN', { maximumFractionDigits: 2 })
}
