import type { Env } from '../env.ts'
import type { Logger } from '../logger.ts'
import type { MetricsSource } from './metrics-source.ts'
import type { RunningMetrics } from './serve-sources.ts'

export type MetricsOptions = {
  env: Pick<Env, 'HOST' | 'METRICS_PORT'>
  log: Logger
  role: 'api' | 'workers'
  version: string
  /** Open sockets, in the api. */
  sockets?: () => number
  /** More series, in the worker that counts for the whole shop. */
  more?: () => Promise<MetricsSource>
}

/**
 * Serves this process's metrics on `METRICS_PORT`. Without one nothing is loaded and nothing counted.
 * @throws with a sentence that says what to do when the port cannot be listened on
 */
export async function startMetrics(options: MetricsOptions): Promise<RunningMetrics | undefined> {
  if (options.env.METRICS_PORT === undefined) return undefined
  const { serveMetrics } = await import('./serve-metrics.ts')
  return serveMetrics(options)
}
