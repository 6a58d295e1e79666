import { pointsNumber } from '../../lib/points.ts'

export const pointsFetched = 'Points fetched successfully'
export const pointsFailed = 'Failed to fetch points'

/** `1,81,380 points`; what is no number is shown as the supplier wrote it. */
export function pointsText(points: string): string {
  const count = Number(points)
  if (points.trim() === '' || !Number.isFinite(count)) return points
  return `${pointsNumber(count)} points`
}
