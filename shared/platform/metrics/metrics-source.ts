/** Series in Prometheus's text format. */
export type MetricsSource = { read(): Promise<string>; stop(): void }
