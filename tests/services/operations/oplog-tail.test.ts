import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { tailRun } from '@jhatpat/shared/domain/recovery/index.ts'
import { recordSuccess } from '@jhatpat/shared/platform/job-runs.ts'
import type { Logger } from '@jhatpat/shared/platform/logger.ts'
import { generateX25519Identity, identityToRecipient } from 'age-encryption'
import mongoose from 'mongoose'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { followOplog } from '../../../scripts/backup/follow-oplog.ts'
import { listSegments, writeSegment } from '../../../scripts/backup/segments.ts'
import { runCli } from '../../../scripts/cli/run-cli.ts'
import { type Service, startService } from '../../support/service-harness.ts'
import { type BackupKit, createBackupKit } from './backup-kit.ts'

let service: Service
let kit: BackupKit
let recipient: string

beforeAll(async () => {
  service = await startService()
  recipient = await identityToRecipient(await generateX25519Identity())
})
beforeEach(async () => {
  kit = await createBackupKit(service)
  mkdirSync(join(kit.folder, 'oplog'))
})
afterEach(() => kit.remove())
afterAll(async () => {
  await mongoose.connection.collection('written_later').drop()
  await service.stop()
})

type Found = { logged: string[]; gaps: number; saved: number }

/** Keeps the tail while `work` runs. @returns what it logged, by its text */
async function follow(work: (found: Found) => Promise<void>): Promise<Found> {
  const found: Found = { logged: [], gaps: 0, saved: 0 }
  const note = (facts: { err?: string }, text: string) => void found.logged.push(`${text} ${facts.err ?? ''}`)
  const stopping = new AbortController()
  const running = followOplog({
    client: mongoose.connection.getClient(),
    database: mongoose.connection.name,
    folder: kit.folder,
    recipient,
    env: service.env,
    log: { error: note, fatal: note } as unknown as Logger,
    signal: stopping.signal,
    flushMs: 200,
    onGap: () => {
      found.gaps += 1
    },
    onSaved: async () => {
      found.saved += 1
    },
  })
  await work(found).finally(() => stopping.abort())
  await running
  return found
}

const writeLater = () => mongoose.connection.collection('written_later').insertOne({ text: 'later' })
const waiting = { timeout: 15_000 }

/** A segment that ended long before the oplog's first entry. */
const addOldSegment = (database: string) =>
  writeSegment(
    { folder: kit.folder, database, recipient, env: service.env },
    { from: { t: 1_000, i: 1 }, to: { t: 2_000, i: 1 } },
    [],
  )

describe('the tail of the oplog', () => {
  it('continues after what the oplog has lost, with a fatal line and a new backup', async () => {
    await addOldSegment(mongoose.connection.name)
    const kept = await follow(async (found) => {
      await expect.poll(() => found.gaps, waiting).toBe(1)
      await writeLater()
      await expect.poll(async () => (await listSegments(kit.folder)).length, waiting).toBe(2)
    })
    expect(kept).toMatchObject({
      logged: [expect.stringContaining('oplog tail has a gap')],
      gaps: 1,
      saved: expect.any(Number),
    })
    const [old, next] = await listSegments(kit.folder)
    expect(old?.to.t).toBe(2_000)
    expect(next?.from.t).toBeGreaterThan(2_000)
  })

  it('is not kept in the folder of another database', async () => {
    await addOldSegment('another')
    const { logged, saved } = await follow(async (found) => {
      await writeLater()
      await expect.poll(() => found.logged.length, waiting).toBeGreaterThan(0)
    })
    expect(logged[0]).toMatch(/interrupted.*has backups of the database another/)
    expect(saved).toBe(0)
    expect(await listSegments(kit.folder)).toHaveLength(1)
  })

  it('is a fault of doctor when it is not whole', async () => {
    const env = { ...service.env, BACKUP_RECIPIENT: recipient }
    const { MONGODB_URI, REDIS_URL, SECRET_KEY } = env
    const settings = { ...service.simulators.env, MONGODB_URI, REDIS_URL, SECRET_KEY, NODE_ENV: 'test' }
    const doctor = async () => {
      let printed = ''
      await runCli(['doctor'], {
        output: {
          stdout: (text) => {
            printed += text
          },
          stderr: () => undefined,
        },
        context: {
          settings,
          env: () => env,
          database: async () => ({ clock: service.clock, name: 'the test' }),
          deps: async () => ({ ...service.deps, env }),
          ask: async () => '',
          report: () => undefined,
        },
      })
      return printed.split('\n').find((line) => line.includes('every write since the last backup'))
    }
    expect(await doctor()).toContain('Never')
    await recordSuccess(tailRun, service.clock.now())
    expect(await doctor()).not.toMatch(/Never|minutes/)
    service.clock.advance(40 * 60_000)
    expect(await doctor()).toContain('Not for 40 minutes')
  })
})
