/** What a process did since it was read first. */
export type RequestTotals = {
  /** Answered requests, and those of them that were answered with 5xx. */
  requests: number
  errors: number
  /** Requests by the upper bound of their duration in seconds: cumulative, as Prometheus counts them. */
  within: Map<number, number>
}

/** Fewer say nothing about a share. */
const enoughErrors = 3
const enoughRequests = 50
const slowerFactor = 1.5
const slowerBySeconds = 0.05

/** What the canaries and the processes beside them did in the same time. */
export type Compared = { canary: RequestTotals; others: RequestTotals }

/** Why the canary's replies are worse than the others'; undefined when they are not, or too few to judge. */
export function failureVerdict({ canary, others }: Compared): string | undefined {
  const share = shareOf(canary)
  if (canary.errors < enoughErrors || share <= 2 * shareOf(others) + 0.005) return undefined
  return `The canary answered ${percent(share)} of ${canary.requests} requests with 5xx, the others ${percent(shareOf(others))}.`
}

/** Why the canary's replies are slower than the others'; undefined when they are not, or too few to judge. */
export function slownessVerdict({ canary, others }: Compared): string | undefined {
  if (canary.requests < enoughRequests || others.requests < enoughRequests) return undefined
  const p95 = percentile(canary.within, 0.95)
  const other = percentile(others.within, 0.95)
  if (p95 <= slowerFactor * other + slowerBySeconds) return undefined
  return `The canary's p95 is ${p95.toFixed(3)} s, that of the others ${other.toFixed(3)} s.`
}

const shareOf = ({ errors, requests }: RequestTotals) => (requests === 0 ? 0 : errors / requests)
const percent = (share: number) => `${(100 * share).toFixed(1)} %`

/** Between two bounds, as `histogram_quantile` has it; above the last bound it is that bound. */
export function percentile(within: ReadonlyMap<number, number>, quantile: number): number {
  const bounds = [...within].toSorted(([a], [b]) => a - b)
  const total = bounds.at(-1)?.[1] ?? 0
  if (total === 0) return 0
  const rank = quantile * total
  let [lowerBound, lowerCount] = [0, 0]
  for (const [bound, count] of bounds) {
    if (count >= rank) {
      if (bound === Number.POSITIVE_INFINITY) return lowerBound
      return lowerBound + (bound - lowerBound) * ((rank - lowerCount) / (count - lowerCount))
    }
    lowerBound = bound
    lowerCount = count
  }
  return lowerBound
}
