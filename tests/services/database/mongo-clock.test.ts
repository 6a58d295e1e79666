import { setTimeout as sleep } from 'node:timers/promises'
import { connectMongo, disconnectMongo } from '@jhatpat/shared/platform/mongo.ts'
import { shardTime, startMongoClock } from '@jhatpat/shared/platform/mongo-clock.ts'
import mongoose from 'mongoose'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { type Service, startService } from '../../support/service-harness.ts'

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())
afterEach(() => vi.useRealTimers())

const realNow = () => performance.timeOrigin + performance.now()

it('follows MongoDB’s time on a machine whose own clock is an hour fast, or jumps', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: realNow() + 3_600_000 })
  const clock = await startMongoClock(service.deps.log)
  expect(Math.abs(clock.now().getTime() - realNow())).toBeLessThan(1_000)
  vi.setSystemTime(realNow() - 3_600_000)
  expect(Math.abs(clock.now().getTime() - realNow())).toBeLessThan(1_000)
})

it('advances by itself between two comparisons', async () => {
  const clock = await startMongoClock(service.deps.log)
  const from = clock.now().getTime()
  await sleep(120)
  const passed = clock.now().getTime() - from
  expect(passed).toBeGreaterThanOrEqual(115)
  expect(passed).toBeLessThan(2_000)
})

it('uses the time of a shard’s primary behind routers, whichever process asks first', async () => {
  const before = realNow()
  const times = await Promise.all(Array.from({ length: 20 }, () => shardTime()))
  for (const time of times) {
    expect(time?.getTime()).toBeGreaterThan(before - 1_000)
    expect(time?.getTime()).toBeLessThan(realNow() + 1_000)
  }
  expect(await mongoose.connection.collection('clock').countDocuments()).toBe(1)
})

it('logs a lost connection once, however often the process connects', async () => {
  const { env, deps } = service
  const listeners = () => mongoose.connection.listenerCount('disconnected')
  const before = listeners()
  for (let times = 0; times < 3; times += 1) await connectMongo(env.MONGODB_URI, deps.log)
  expect(listeners()).toBe(before)
  await disconnectMongo()
  expect(listeners()).toBe(before - 1)
  await connectMongo(env.MONGODB_URI, deps.log)
})
