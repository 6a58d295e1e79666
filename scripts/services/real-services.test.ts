import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import mongoose from 'mongoose'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { isAlive } from '../processes/process-alive.ts'
import { type RunningMongo, startMongo } from './mongodb.ts'
import { type RunningRedis, startRedis } from './redis.ts'

// Each test starts real servers; the first run on a machine may have to fetch them.
const timeout = 240_000

let dataDir: string
const started: (RunningMongo | RunningRedis)[] = []
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'services-'))
})
afterEach(async () => {
  await Promise.all(started.splice(0).map((server) => server.stop(0)))
  await rm(dataDir, { recursive: true, force: true })
})

async function mongo(options: { nodes?: 1 | 3 } = {}) {
  const server = await startMongo({ dataDir, ...options })
  started.push(server)
  return server
}

async function redis() {
  const server = await startRedis({ dataDir })
  started.push(server)
  return server
}

async function withClient<T>(uri: string, use: (client: mongoose.mongo.MongoClient) => Promise<T>) {
  const client = new mongoose.mongo.MongoClient(uri)
  try {
    return await use(client)
  } finally {
    await client.close()
  }
}

describe('startMongo', () => {
  it('supports transactions, keeps its data when killed and restarted on another port', {
    timeout,
  }, async () => {
    const first = await mongo()
    await withClient(first.uri, (client) =>
      client.withSession((session) =>
        session.withTransaction(async () => {
          await client.db().collection<{ _id: string }>('kept').insertOne({ _id: 'one' }, { session })
        }),
      ),
    )
    process.kill(first.pid, 'SIGKILL')
    await first.exited

    const second = await mongo()
    expect(second.port).not.toBe(first.port)
    const stored = await withClient(second.uri, (client) => client.db().collection('kept').countDocuments())
    expect(stored).toBe(1)
    await second.stop()
    expect([first.pid, second.pid].filter(isAlive)).toEqual([])
  })

  it('refuses a folder that a running mongod uses', { timeout }, async () => {
    const first = await mongo()
    await expect(startMongo({ dataDir })).rejects.toThrow(`A MongoDB (process ${first.pid}) already uses`)
  })
})

describe('startRedis', () => {
  it('never evicts, writes every change to a file, and leaves no process', { timeout }, async () => {
    const server = await redis()
    const { Redis } = await import('ioredis')
    const client = new Redis(server.url)
    expect(await client.config('GET', 'maxmemory-policy')).toContain('noeviction')
    expect(await client.config('GET', 'appendonly')).toContain('yes')
    await client.quit()
    await server.stop()
    expect(isAlive(server.pid)).toBe(false)
  })

  it('refuses a folder that a running Redis uses', { timeout }, async () => {
    const first = await redis()
    await expect(startRedis({ dataDir })).rejects.toThrow(`A Redis (process ${first.pid}) already uses`)
  })
})
