/** An answer that comes sooner is asked for again each time. */
const quickMs = 100
/** A slow one is kept this many times as long as it took: so much of the time, at most, goes into asking. */
const restShare = 20

type Kept<T> = { value: T; askedAt: number; keptUntil: number }

/**
 * Answers from what is remembered while asking again would cost too much; whoever asks meanwhile shares one run. A
 * process remembers for itself, and nothing is lost when it forgets.
 * @param nowMs a monotonic clock
 * @returns the answer, and how many ms ago it was asked for: 0 for one that was asked for now
 */
export function keepSlow<T>(
  work: () => Promise<T>,
  nowMs: () => number = () => performance.now(),
): () => Promise<{ value: T; ageMs: number }> {
  let kept: Kept<T> | undefined
  let running: Promise<Kept<T>> | undefined
  const ask = async (): Promise<Kept<T>> => {
    const askedAt = nowMs()
    const value = await work()
    const tookMs = nowMs() - askedAt
    kept = { value, askedAt, keptUntil: askedAt + (tookMs > quickMs ? tookMs * (1 + restShare) : 0) }
    return kept
  }
  return async () => {
    const from = nowMs()
    if (kept && from < kept.keptUntil) return { value: kept.value, ageMs: from - kept.askedAt }
    running ??= ask().finally(() => {
      running = undefined
    })
    const { value, askedAt } = await running
    return { value, ageMs: Math.max(0, from - askedAt) }
  }
}
