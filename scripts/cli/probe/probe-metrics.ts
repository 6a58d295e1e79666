import type { MetricsSource } from '@jhatpat/shared/platform/metrics/metrics-source.ts'
import { Gauge, Registry } from 'prom-client'
import type { ProbeResult } from './probe-shop.ts'

/** The last result of the probe; a step after one that failed is absent. */
export function probeMetrics(url: string): MetricsSource & { record(result: ProbeResult): void } {
  const registry = new Registry()
  const gauge = (name: string, help: string, labelNames = ['url']) =>
    new Gauge({ name, help, labelNames, registers: [registry] })
  const success = gauge('jhatpat_probe_success', '1: the step worked from outside; 0: it failed.', [
    'url',
    'step',
  ])
  const duration = gauge('jhatpat_probe_duration_seconds', 'How long the step took.', ['url', 'step'])
  const probedAt = gauge('jhatpat_probe_timestamp_seconds', 'When the shop was probed last.')
  const expiry = gauge('jhatpat_probe_certificate_expiry_timestamp_seconds', 'When the certificate expires.')
  return {
    record: ({ at, steps, certificateExpiresAt }) => {
      registry.resetMetrics()
      probedAt.set({ url }, at.getTime() / 1_000)
      if (certificateExpiresAt) expiry.set({ url }, certificateExpiresAt.getTime() / 1_000)
      for (const { step, isOk, tookMs } of steps) {
        success.set({ url, step }, Number(isOk))
        duration.set({ url, step }, tookMs / 1_000)
      }
    },
    read: () => registry.metrics(),
    stop: () => registry.clear(),
  }
}
