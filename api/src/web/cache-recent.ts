/** The maximal number of cached results; the oldest is removed first. */
const maxRecent = 300

/**
 * Caches the result of each key for `keptMs`; concurrent calls share one run. Failures are not
 * cached. It only saves work: each process has its own cache.
 */
export function cacheRecent<T>(cacheMs: number): (key: string, make: () => Promise<T>) => Promise<T> {
  const cached = new Map<string, { until: number; result: Promise<T> }>()
  return (key, make) => {
    const now = performance.now()
    const before = cached.get(key)
    if (before && now < before.until) return before.result
    const result = make()
    cached.delete(key)
    cached.set(key, { until: now + cacheMs, result })
    result.catch(() => cached.get(key)?.result === result && cached.delete(key))
    const [oldest] = cached.keys()
    if (cached.size > maxRecent && oldest !== undefined) cached.delete(oldest)
    return result
  }
}
