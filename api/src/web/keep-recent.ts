/** The maximal number of cached results; the oldest is removed first. */
const maxRecent = 300

/**
 * Caches the result of each key for `keptMs`; concurrent calls share one run. Failures are not
 * cached. It only saves work: each process has its own cache.
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
