import type { Env } from './env.ts'
import { reportErrorsTo } from './logger.ts'
import { traceTo } from './tracing.ts'

type TelemetryEnv = Pick<Env, 'OTEL_EXPORTER_OTLP_ENDPOINT' | 'OTEL_TRACES_SAMPLER_ARG' | 'SENTRY_DSN'>

/**
 * Starts to send traces where OTEL_EXPORTER_OTLP_ENDPOINT names a collector, and errors where SENTRY_DSN is set.
 * Nothing of either library is loaded otherwise.
 * @param name of the process: `api` or `workers`
 * @returns sends the rest and ends it
 */
export async function startTelemetry(
  env: TelemetryEnv,
  name: string,
  version = '',
): Promise<() => Promise<void>> {
  const ends = [await sendTraces(env, { name, version }), await sendErrors(env, { name, version })]
  return async () => {
    await Promise.all(ends.map((end) => end()))
  }
}

type Process = { name: string; version: string }

async function sendTraces(env: TelemetryEnv, { name, version }: Process): Promise<() => Promise<void>> {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_TRACES_SAMPLER_ARG: ratio } = env
  if (!endpoint) return async () => undefined
  const { createTraceExporter } = await import('./trace-exporter.ts')
  const exporter = createTraceExporter({ endpoint, ratio, name, version })
  traceTo(exporter.add)
  return () => {
    traceTo(undefined)
    return exporter.stop()
  }
}

async function sendErrors(env: TelemetryEnv, { name, version }: Process): Promise<() => Promise<void>> {
  if (!env.SENTRY_DSN) return async () => undefined
  const { createErrorReports } = await import('./error-reports.ts')
  const reports = createErrorReports({ dsn: env.SENTRY_DSN, name, release: version })
  reportErrorsTo(reports.add)
  return () => {
    reportErrorsTo(undefined)
    return reports.stop()
  }
}
