import { setTimeout as sleep } from 'node:timers/promises'
import mongoose from 'mongoose'
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest'
import { type Service, startService } from '../../support/service-harness.ts'

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

type Pool = { ensureMinPoolSize(): void; clear(): void }
type Client = { topology: { s: { servers: Map<string, { pool: Pool }> } } }

it('wakes an idle process by no check of its pool, also after the pool was cleared', async () => {
  const { topology } = mongoose.connection.getClient() as unknown as Client
  const pools = [...topology.s.servers.values()].map(({ pool }) => pool)
  expect(pools.length).toBeGreaterThan(0)
  const checks = pools.map((pool) => vi.spyOn(pool, 'ensureMinPoolSize'))
  onTestFinished(() => void vi.restoreAllMocks())
  const count = () => checks.reduce((sum, { mock }) => sum + mock.calls.length, 0)
  await sleep(350)
  expect(count()).toBe(0)
  for (const pool of pools) pool.clear()
  await vi.waitFor(() => mongoose.connection.db?.command({ ping: 1 }), { timeout: 15_000 })
  expect(count()).toBe(pools.length)
  await sleep(350)
  expect(count()).toBe(pools.length)
})
