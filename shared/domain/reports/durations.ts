/**
 * In seconds. A delivery is counted at the first edge that it did not exceed, so that derived figures are never too
 * short.
 */
export const durationEdges: readonly number[] = [
  5, 10, 15, 20, 25, 30, 40, 50, 60, 75, 90, 105, 120, 150, 180, 210, 240, 300, 360, 420, 480, 540, 600, 720,
  840, 960, 1_080, 1_200, 1_500, 1_800, 2_700, 3_600, 7_200, 14_400, 28_800, 86_400,
]

/**
 * Pure. The number of seconds within which the given share of deliveries was made; null without deliveries, or if it is
 * more than a day.
 * @param durations as in a `SalesTotals`
 * @param share 0.5 for the median
 */
export function withinSeconds(durations: readonly number[], share: number): number | null {
  const total = durations.reduce((sum, count) => sum + count, 0)
  if (total === 0) return null
  const needed = Math.ceil(total * share)
  let seen = 0
  const place = durations.findIndex((count) => {
    seen += count
    return seen >= needed
  })
  return durationEdges[place] ?? null
}
