import type { RequestTotals } from './canary-verdict.ts'
import type { Container } from './containers.ts'
import { type Docker, succeed } from './docker.ts'

/** The figures of a process since its start. */
export type Reading = RequestTotals & { ledgerFaults: number }

/** Asks inside the container: the port is not published. @throws Fault when the process serves no metrics */
export async function readMetrics(docker: Docker, { id }: Container, port: number): Promise<Reading> {
  const script = `const r = await fetch('http://127.0.0.1:${port}/metrics', { signal: AbortSignal.timeout(10000) }); if (!r.ok) process.exit(1); console.log(await r.text())`
  return parseMetrics(
    await succeed(docker, ['exec', id, 'node', '--input-type=module', '--eval', script], {
      timeoutMs: 20_000,
    }),
  )
}

const durations = 'jhatpat_http_request_duration_seconds'

/** @param text in Prometheus' format */
export function parseMetrics(text: string): Reading {
  const reading: Reading = { requests: 0, errors: 0, within: new Map(), ledgerFaults: 0 }
  for (const line of text.split('\n')) {
    const [, name, labels = '', number] = /^(\w+)(?:\{(.*)\})? (\S+)$/.exec(line) ?? []
    const value = Number(number)
    if (!Number.isFinite(value)) continue
    if (name === 'jhatpat_http_requests_total') {
      reading.requests += value
      if (/status="5xx"/.test(labels)) reading.errors += value
    }
    if (name === `${durations}_bucket`) {
      const bound = Number(/le="([^"]*)"/.exec(labels)?.[1]?.replace('+Inf', 'Infinity'))
      reading.within.set(bound, (reading.within.get(bound) ?? 0) + value)
    }
    if (name === 'jhatpat_ledger_faults') reading.ledgerFaults = Math.max(reading.ledgerFaults, value)
  }
  return reading
}
