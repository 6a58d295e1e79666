import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { migrations } from '@jhatpat/shared/domain/database/index.ts'
import {
  migrate,
  NewerDatabaseError,
  requirePreparedDatabase,
  UnknownDatabaseError,
} from '@jhatpat/shared/platform/migrations.ts'
import mongoose from 'mongoose'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { runCliIn } from '../../support/run-cli.ts'
import { type Service, startService } from '../../support/service-harness.ts'

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())
beforeEach(async () => {
  await mongoose.connection.dropDatabase()
})

const { connection } = mongoose
const addStep = (_id: string) =>
  connection.collection<{ _id: string; at: Date }>('migrations').insertOne({ _id, at: new Date() })

/** Starts a process as docker compose does, and waits for its end. */
function start(script: string): Promise<{ code: number; output: string }> {
  const { MONGODB_URI, REDIS_URL, SECRET_KEY } = service.env
  const env = {
    ...process.env,
    ...service.simulators.env,
    ...{ MONGODB_URI, REDIS_URL, SECRET_KEY, NODE_ENV: 'test', LOG_LEVEL: 'info', PORT: '0' },
  }
  return new Promise((resolve) => {
    const path = join(import.meta.dirname, '../../..', script)
    execFile(process.execPath, [path], { env, timeout: 30_000 }, (error, stdout, stderr) =>
      resolve({ code: Number(error?.code ?? 0), output: stdout + stderr }),
    )
  })
}

describe('a process', () => {
  it.each(['api/src/main.ts', 'workers/src/main.ts'])(
    '%s ends with a sentence on a database that was never prepared',
    async (script) => {
      const { code, output } = await start(script)
      expect(code).toBe(1)
      expect(output).toContain('This database was never prepared: run node scripts/prepare-database.ts')
      expect(output).not.toContain('"ready":true')
      expect(await connection.listCollections()).toEqual([])
    },
  )

  it('ends with a sentence on a database that a newer version prepared, and so does its preparation', async () => {
    await migrate(migrations)
    await addStep('0999-of-tomorrow')
    const sentence = 'prepared by a newer version of the shop (0999-of-tomorrow)'
    await expect(requirePreparedDatabase(migrations)).rejects.toThrow(sentence)
    await expect(migrate(migrations)).rejects.toThrow(NewerDatabaseError)
    const { code, output } = await start('scripts/prepare-database.ts')
    expect(code).toBe(1)
    expect(output).toContain(sentence)
  })

  it('ends with a sentence on a database that is older, or of a version before the first', async () => {
    await migrate(migrations)
    const next = { id: '0900-next', kind: 'expand' as const, run: async () => undefined }
    await expect(requirePreparedDatabase([...migrations, next])).rejects.toThrow('0900-next has not run')
    await connection.dropDatabase()
    await addStep('0086-sms-numbers')
    await expect(requirePreparedDatabase(migrations)).rejects.toThrow(UnknownDatabaseError)
  })

  it('starts on a prepared database', async () => {
    await migrate(migrations)
    await expect(requirePreparedDatabase(migrations)).resolves.toBeUndefined()
  })
})

describe('migrate:status', () => {
  it('says which steps ran, are missing, and are unknown, and exits with 1 unless all fits', async () => {
    const empty = await runCliIn(service, ['migrate:status', '--json'])
    expect(empty.code).toBe(1)
    const ids = migrations.map(({ id }) => id)
    expect(JSON.parse(empty.stdout)).toEqual({ done: [], pending: ids, contracting: [], unknown: [] })
    await migrate(migrations)
    expect(await runCliIn(service, ['migrate:status'])).toMatchObject({
      code: 0,
      stdout: expect.stringContaining(`${ids[0]}  ran at 20`),
    })
    await addStep('0999-of-tomorrow')
    expect(await runCliIn(service, ['migrate:status'])).toMatchObject({
      code: 1,
      stdout: expect.stringContaining('0999-of-tomorrow  is unknown'),
    })
  })
})
