import type { MetricsOptions } from './metrics-source.ts'
import { collectProcessMetrics } from './process-metrics.ts'
import { type RunningMetrics, serveSources } from './serve-sources.ts'

/**
 * Serves the metrics of this process, and what it counts for the shop.
 * @throws PortTakenError
 */
export async function serveMetrics(options: MetricsOptions): Promise<RunningMetrics> {
  const { env, log, more } = options
  const sources = [collectProcessMetrics(options), ...(more ? [await more()] : [])]
  const running = await serveSources({
    host: env.HOST,
    port: env.METRICS_PORT ?? 0,
    portSetting: 'METRICS_PORT',
    sources,
    onError: (error) => log.error({ err: String(error) }, 'metrics not read'),
  })
  log.info({ port: running.port }, 'metrics served')
  return running
}
