import { setTimeout as sleep } from 'node:timers/promises'
import { migrate } from '@jhatpat/shared/platform/migrations.ts'
import mongoose from 'mongoose'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { type Service, startService } from '../../support/service-harness.ts'

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())
beforeEach(() => markers().deleteMany({}))
afterEach(() => void vi.useRealTimers())

const markers = () => mongoose.connection.collection<{ _id: string; at: Date }>('migrations')

/** The machine's clock, off by that many minutes; timers continue. */
function setClock(minutes: number): void {
  vi.useFakeTimers({ toFake: ['Date'], now: performance.timeOrigin + performance.now() + minutes * 60_000 })
}

describe('the migration lock', () => {
  it.each([10, -10])('excludes a process whose clock is %i minutes off', async (minutes) => {
    const running: string[] = []
    const slow = (id: string) => ({
      id: `${id}-${minutes}`,
      kind: 'expand' as const,
      run: async () => {
        running.push(`${id} begins`)
        await sleep(600)
        running.push(`${id} ends`)
      },
    })
    const steps = [slow('9001'), slow('9002')]
    const first = migrate(steps.slice(0, 1))
    while (running.length === 0) await sleep(10)
    setClock(minutes)
    await Promise.all([first, migrate(steps)])
    expect(running).toEqual(['9001 begins', '9001 ends', '9002 begins', '9002 ends'])
  })

  it('is taken over from a process that has not renewed it for a minute of MongoDB’s time', async () => {
    const [{ now } = { now: new Date() }] = await mongoose.connection
      .db!.aggregate<{ now: Date }>([{ $documents: [{}] }, { $project: { now: '$$NOW' } }])
      .toArray()
    setClock(-30)
    await markers().insertOne({ _id: 'lock', at: new Date(now.getTime() - 61_000) })
    expect(await migrate([{ id: '9003', kind: 'expand', run: async () => undefined }])).toEqual(['9003'])
    expect(await markers().findOne({ _id: 'lock' })).toBeNull()
  })
})
