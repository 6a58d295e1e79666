/** So many results are kept; the oldest goes first. */
const maxRecent = 300

/**
 * Makes the result of a key once within `keptMs`, also for calls that come while it is being made. What fails is not
 * kept. It only saves work: each process makes its own.
 */
export function keepRecent<T>(keptMs: number): (key: string, make: () => Promise<T>) => Promise<T> {
  const kept = new Map<string, { until: number; result: Promise<T> }>()
  return (key, make) => {
    const now = performance.now()
    const before = kept.get(key)
    if (before && now < before.until) return before.result
    const result = make()
    kept.delete(key)
    kept.set(key, { until: now + keptMs, result })
    result.catch(() => kept.get(key)?.result === result && kept.delete(key))
    const [oldest] = kept.keys()
    if (kept.size > maxRecent && oldest !== undefined) kept.delete(oldest)
    return result
  }
}
