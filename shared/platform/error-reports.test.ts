import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it } from 'vitest'
import { createLogger } from './logger.ts'
import { inContext } from './request-context.ts'
import { startTelemetry } from './start-telemetry.ts'

it('reports errors as the log has them, with their ids and without what it hides; nothing else', async () => {
  const received: string[] = []
  const server = createServer(async (request, response) => {
    received.push(Buffer.concat(await request.toArray()).toString())
    response.end('{}')
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as AddressInfo
  const stop = await startTelemetry(
    {
      SENTRY_DSN: `http://key@127.0.0.1:${port}/1`,
      EVIDENCE_DIR: '',
      OTEL_EXPORTER_OTLP_ENDPOINT: '',
      OTEL_TRACES_SAMPLER_ARG: 1,
    },
    'api',
  )
  const log = createLogger('api', 'info', { write: () => undefined })
  await inContext({ requestId: 'r-1', from: '', subject: 'JP261121K7Q2MDX4' }, async () => {
    log.error({ err: new TypeError('no balance'), token: 'T0ken-of-an-account' }, 'request failed')
    log.warn('not reported')
  })
  await stop()
  log.error('after the end')
  server.close()

  const items = received
    .join('\n')
    .split('\n')
    .map((line) => JSON.parse(line))
  const events = items.filter((item) => 'event_id' in item && 'level' in item)
  expect(events).toMatchObject([
    {
      level: 'error',
      message: 'request failed',
      tags: {
        requestId: 'r-1',
        orderId: 'JP261121K7Q2MDX4',
        traceId: expect.stringMatching(/^[0-9a-f]{32}$/),
      },
      exception: { values: [{ type: 'TypeError', value: 'no balance' }] },
      extra: { token: '[redacted]' },
    },
  ])
  expect(events[0].exception.values[0].stacktrace.frames.length).toBeGreaterThan(0)
  expect(received.join('')).not.toContain('T0ken-of-an-account')
})
