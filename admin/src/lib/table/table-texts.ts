import { formatCount } from '@jhatpat/shared/ui/format/count.ts'

/** The server counts up to this number; above it, a plus is shown. */
const counted = 10_000

/** `412`, `10,000+`. */
export const countText = (count: number, hasMore = false): string =>
  hasMore || count > counted ? `${formatCount(Math.min(count, counted))}+` : formatCount(count)

type Shown = { page: number; size: number; rows: number; count: number; hasMore: boolean }

/** `1–50 of 412`, `10,001–10,050 of 10,000+`. */
export function rangeText({ page, size, rows, count, hasMore }: Shown): string {
  const first = (page - 1) * size
  const range = rows === 0 ? '0' : `${formatCount(first + 1)}–${formatCount(first + rows)}`
  return `${range} of ${countText(count, hasMore)}`
}
