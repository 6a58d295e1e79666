import type { Server } from 'node:http'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { dueTasks } from '@jhatpat/shared/domain/maintenance/index.ts'
import { processLogger } from '@jhatpat/shared/platform/logger.ts'
import express from 'express'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { healthRouter } from '../../../api/src/health.ts'
import { createShutdown } from '../../../api/src/http/shutdown.ts'
import { startApi } from '../../../api/src/start-api.ts'
import manifest from '../../../package.json' with { type: 'json' }
import { type Health, listenForHealth } from '../../../workers/src/health.ts'
import { type Service, startService } from '../../support/service-harness.ts'

let service: Service
const version = `${manifest.version}+abc1234`
const withoutRedis = { ping: () => Promise.reject(new Error('no answer')) } as never

beforeAll(async () => {
  service = await startService({ env: { APP_REVISION: 'abc1234' } })
})
afterAll(() => service.stop())

const addressOf = (server: Server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`
const read = async (url: string) => {
  const reply = await fetch(url)
  return { status: reply.status, body: (await reply.json()) as Record<string, unknown> }
}

async function workersHealth(deps = {}): Promise<{ url: string; health: Health }> {
  const health = await listenForHealth({ ...service.deps, ...deps })
  onTestFinished(() => health.server.close().closeAllConnections())
  return { url: addressOf(health.server), health }
}

async function apiWith(redis: never): Promise<string> {
  const router = healthRouter({ ...service.deps, redis }, createShutdown())
  const server = createServer(express().use(router))
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  onTestFinished(() => server.close().closeAllConnections())
  return addressOf(server)
}

describe('an api process', () => {
  it('is degraded, and still serves, without Redis', async () => {
    expect(await read(`${await apiWith(withoutRedis)}/readyz`)).toMatchObject({
      status: 200,
      body: { status: 'degraded', checks: { mongodb: 'ok', redis: 'no answer' } },
    })
  })

  it('says how long the oldest due task has been waiting, and is still ready', async () => {
    const [kind] = dueTasks
    const at = new Date(service.clock.now().getTime() - 90_000)
    await kind?.model.collection.insertOne({ _id: 'waiting' as never, due: { payment: { at, seq: 1 } } })
    onTestFinished(() => kind?.model.collection.deleteOne({ _id: 'waiting' as never }).then(() => undefined))
    const { url } = await workersHealth()
    for (const process of [service.url, url]) {
      const { status, body } = await read(`${process}/readyz`)
      expect([status, body.status]).toEqual([200, 'ready'])
      expect(body.oldestDueTaskSeconds).toBeGreaterThanOrEqual(90)
      expect(body.oldestDueTaskSeconds).toBeLessThan(120)
    }
  })

  it('that stops is not ready at once, and serves until its proxies know', async () => {
    const env = { ...service.env, SHUTDOWN_DELAY_MS: 1_500 }
    const api = await startApi({ ...service.deps, env })
    const url = `http://127.0.0.1:${api.port}`
    expect((await fetch(`${url}/healthz`)).headers.get('connection')).toBe('keep-alive')
    const from = performance.now()
    const stopped = api.stop()
    expect(await read(`${url}/readyz`)).toMatchObject({ status: 503, body: { status: 'stopping', version } })
    const last = await fetch(`${url}/healthz`)
    expect([last.status, last.headers.get('connection')]).toEqual([200, 'close'])
    await stopped
    expect(performance.now() - from).toBeGreaterThan(1_400)
    await expect(fetch(`${url}/healthz`)).rejects.toThrow()
  })
})

describe('the health server of the workers', () => {
  it('answers its own paths only', async () => {
    const { url } = await workersHealth()
    expect(await read(`${url}/healthz`)).toEqual({ status: 200, body: { status: 'ok', version } })
    expect(await read(`${url}/readyz`)).toEqual({
      status: 200,
      body: {
        status: 'ready',
        version,
        checks: { mongodb: 'ok', redis: 'ok' },
        oldestDueTaskSeconds: expect.any(Number),
      },
    })
    for (const path of ['/', '/readyz/x', '/metrics', '/healthz?a=1'])
      expect((await fetch(url + path)).status, path).toBe(404)
    expect((await fetch(`${url}/readyz`, { method: 'POST' })).status).toBe(404)
  })

  it('is not ready without Redis, nor once the process stops', async () => {
    const { url } = await workersHealth({ redis: withoutRedis })
    expect(await read(`${url}/readyz`)).toMatchObject({ status: 503, body: { status: 'unavailable' } })
    const stopping = await workersHealth()
    stopping.health.beginStopping()
    expect(await read(`${stopping.url}/readyz`)).toMatchObject({ status: 503, body: { status: 'stopping' } })
    expect((await fetch(`${stopping.url}/healthz`)).status).toBe(200)
  })
})

it('each log line of a process has its version', () => {
  const log = processLogger('api', { ...service.env, LOG_LEVEL: 'info' })
  expect(log.bindings()).toMatchObject({ name: 'api', version })
  expect(log.child({ orderId: 'a' }).bindings()).toMatchObject({ version, orderId: 'a' })
})
