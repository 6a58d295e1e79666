import type { MetricsOptions } from './metrics-source.ts'
import type { RunningMetrics } from './serve-sources.ts'

/**
 * Serves this process's metrics on `METRICS_PORT`. Without one nothing is loaded and nothing counted.
 * @throws PortTakenError, with a sentence that says what to do
 */
export async function startMetrics(options: MetricsOptions): Promise<RunningMetrics | undefined> {
  if (options.env.METRICS_PORT === undefined) return undefined
  const { serveMetrics } = await import('./serve-metrics.ts')
  return serveMetrics(options)
}
