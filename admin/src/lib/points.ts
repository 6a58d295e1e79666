/** A supplier's points as people read them, without useless decimals. */
export function pointsNumber(points: number): string {
  return points.toLocaleString('en-IN', { maximumFractionDigits: 2 })
}
