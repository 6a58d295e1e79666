import type { Env } from './env.ts'
import { openEvidence } from './evidence-files.ts'
import { copyLines } from './logger.ts'
import { traceTo } from './tracing.ts'

type TelemetryEnv = Pick<
  Env,
  'OTEL_EXPORTER_OTLP_ENDPOINT' | 'OTEL_TRACES_SAMPLER_ARG' | 'SENTRY_DSN' | 'EVIDENCE_DIR'
>

/**
 * Starts to send traces where OTEL_EXPORTER_OTLP_ENDPOINT names a collector, errors where SENTRY_DSN is set, and to keep
 * evidence where EVIDENCE_DIR names a folder. Nothing of either library is loaded otherwise.
 * @param name of the process: `api` or `workers`
 * @returns sends the rest and ends it
 * @throws with a sentence when the folder cannot be written
 */
export async function startTelemetry(
  env: TelemetryEnv,
  name: string,
  version = '',
): Promise<() => Promise<void>> {
  if (env.EVIDENCE_DIR) copyLines({ evidence: openEvidence(env.EVIDENCE_DIR) })
  const ends = [await sendTraces(env, { name, version }), await sendErrors(env, { name, version })]
  return async () => {
    await Promise.all(ends.map((end) => end()))
    copyLines({ evidence: undefined })
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
  copyLines({ error: reports.add })
  return () => {
    copyLines({ error: undefined })
    return reports.stop()
  }
}
