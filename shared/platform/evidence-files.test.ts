import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { createLogger } from './logger.ts'
import { startTelemetry } from './start-telemetry.ts'

let folder = ''
afterEach(() => rm(folder, { recursive: true, force: true }))

const start = (name: string) =>
  startTelemetry(
    { EVIDENCE_DIR: folder, SENTRY_DSN: '', OTEL_EXPORTER_OTLP_ENDPOINT: '', OTEL_TRACES_SAMPLER_ARG: 1 },
    name,
  )

it('are a copy of the lines that are evidence, as the log has them, by day', async () => {
  folder = await mkdtemp(join(tmpdir(), 'jhatpat-evidence-'))
  const stop = await start('api')
  const lines: string[] = []
  const log = createLogger('api', 'info', { write: (line) => void lines.push(line) })
  log.info({ event: 'sign_in_failed', token: 'T0ken' }, 'sign in failed')
  log.error('request failed')
  log.warn({ event: 'audit_sealed', anchor: '1:a' }, 'audit rows sealed')
  await stop()
  log.info({ event: 'sign_in' }, 'after the end')

  const files = await readdir(folder)
  expect(files).toEqual([`evidence-${new Date().toISOString().slice(0, 10)}.ndjson`])
  const kept = await readFile(join(folder, String(files[0])), 'utf8')
  expect(kept).toBe(`${lines[0]}${lines[2]}`)
  expect(kept).not.toContain('T0ken')
})

it('need a folder that can be written, or the process does not start', async () => {
  folder = join(tmpdir(), 'jhatpat-no-such-folder')
  await expect(start('api')).rejects.toThrow(`EVIDENCE_DIR: ${folder} is no folder that can be written.`)
})
