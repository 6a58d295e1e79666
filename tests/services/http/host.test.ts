import type { AddressInfo } from 'node:net'
import { networkInterfaces } from 'node:os'
import { createLogger } from '@jhatpat/shared/platform/logger.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type RunningApi, startApi } from '../../../api/src/start-api.ts'
import { type Health, listenForHealth } from '../../../workers/src/health.ts'
import { type Service, startService } from '../../support/service-harness.ts'

let service: Service
beforeAll(async () => {
  service = await startService()
})
const apis: RunningApi[] = []
afterAll(async () => {
  for (const running of apis) await running.stop()
  await service.stop()
})

/** The address at which another machine would reach this one. */
const externalAddress = Object.values(networkInterfaces())
  .flat()
  .find((address) => address?.family === 'IPv4' && !address.internal)?.address

/** The status, or the error code. */
const healthOf = (host: string, port: number) =>
  fetch(`http://${host}:${port}/healthz`).then(
    (response) => response.status,
    (error: { cause?: { code?: string } }) => error.cause?.code,
  )

async function api(HOST: string) {
  const env = { ...service.env, HOST }
  const running = await startApi({ env, log: createLogger('test', 'silent'), clock: service.clock })
  apis.push(running)
  return running
}

describe('HOST', () => {
  it.skipIf(!externalAddress)('without it, the api accepts connections of this machine only', async () => {
    expect(await healthOf('127.0.0.1', portOf(service.url))).toBe(200)
    expect(await healthOf(String(externalAddress), portOf(service.url))).toBe('ECONNREFUSED')
  })

  it.skipIf(!externalAddress)('0.0.0.0 lets the api accept connections of other machines', async () => {
    const open = await api('0.0.0.0')
    expect(await healthOf(String(externalAddress), open.port)).toBe(200)
  })

  it('an address of another machine is refused with a sentence that names it', async () => {
    await expect(api('192.0.2.1')).rejects.toThrow('192.0.2.1 is no address of this machine: set HOST')
  })

  it.skipIf(!externalAddress)('applies to the health check of the workers, too', async () => {
    const closed = await listenForHealth(service.deps)
    expect(await healthOf('127.0.0.1', portOfServer(closed))).toBe(200)
    expect(await healthOf(String(externalAddress), portOfServer(closed))).toBe('ECONNREFUSED')
    closed.server.close()
    const env = { ...service.env, HOST: '0.0.0.0' }
    const open = await listenForHealth({ ...service.deps, env })
    expect(await healthOf(String(externalAddress), portOfServer(open))).toBe(200)
    open.server.close()
  })
})

const portOfServer = ({ server }: Health) => (server.address() as AddressInfo).port

function portOf(url: string): number {
  return Number(new URL(url).port)
}
