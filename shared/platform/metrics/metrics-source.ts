import type { Env } from '../env.ts'
import type { Logger } from '../logger.ts'

/** Series in Prometheus's text format. */
export type MetricsSource = { read(): Promise<string>; stop(): void }

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
