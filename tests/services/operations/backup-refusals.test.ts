import { readdirSync, readFileSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { SessionModel } from '@jhatpat/shared/domain/accounts/index.ts'
import { RestorationModel } from '@jhatpat/shared/domain/recovery/index.ts'
import { JobRunModel } from '@jhatpat/shared/platform/job-runs.ts'
import { identityToRecipient } from 'age-encryption'
import mongoose from 'mongoose'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { listSegments, writeSegment } from '../../../scripts/backup/segments.ts'
import { runCli } from '../../../scripts/cli/run-cli.ts'
import { insertCustomer } from '../../support/people.ts'
import { type Service, startService } from '../../support/service-harness.ts'
import { type BackupKit, createBackupKit, createTargets, databaseOf } from './backup-kit.ts'

let service: Service
let kit: BackupKit
const targets = createTargets()
const db = databaseOf

beforeAll(async () => {
  service = await startService()
  await service.as(await insertCustomer())
})
beforeEach(async () => {
  kit = await createBackupKit(service)
})
afterEach(async () => {
  await kit.remove()
  await targets.drop()
})
afterAll(async () => {
  await db().collection('written_later').drop()
  await service.stop()
})

const restore = (...args: string[]) => kit.cli('restore', '--identity', kit.identityFile, ...args)
const takeBackup = async () => JSON.parse((await kit.cli('backup', '--json')).stdout).id as string
const write = () => db().collection('written_later').insertOne({ text: 'later' })

/** A tail of at least two segments with entries, after a backup. */
async function withTail(): Promise<string> {
  const tail = await kit.followFromNow()
  const id = await takeBackup()
  for (let count = 0; count < 3; count += 1) {
    await write()
    await kit.tailReaches(new Date())
  }
  await tail.stop()
  return id
}

const pathsOf = (name: string) =>
  readdirSync(join(kit.folder, 'oplog'))
    .filter((file) => file.startsWith(name))
    .map((file) => join(kit.folder, 'oplog', file))

describe('a folder of backups', () => {
  it('is refused when a backup has the name of another', async () => {
    const id = await takeBackup()
    const other = '20200101T000000Z'
    renameSync(join(kit.folder, 'backups', id), join(kit.folder, 'backups', other))
    const target = targets.next()
    const answer = await restore('--database', target, '--backup', other)
    expect(answer).toMatchObject({ code: 1, stderr: expect.stringContaining('it was renamed') })
    expect(await db(target).listCollections().toArray()).toEqual([])
  })

  it('is refused when a segment has the name of another time', async () => {
    await withTail()
    const last = (await listSegments(kit.folder)).at(-1)!
    for (const path of pathsOf(last.name))
      renameSync(path, path.replace(`-${String(last.to.t)}.`, `-${String(last.to.t + 60)}.`))
    const answer = await restore('--check')
    expect(answer).toMatchObject({ code: 1, stderr: expect.stringContaining('was renamed') })
  })

  it('is refused with a gap in the tail, unless the moment is before it', async () => {
    const id = await withTail()
    const segments = await listSegments(kit.folder)
    const missing = segments.at(-2)!
    expect(segments.length).toBeGreaterThan(2)
    for (const path of pathsOf(missing.name)) renameSync(path, `${path}.away`)
    const answer = await restore('--check')
    expect(answer).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/^The tail has a gap from .*--at/),
    })
    const [at = ''] = /(?<=give --at )\S+Z/.exec(answer.stderr) ?? []
    expect(await restore('--check', '--at', at, '--backup', id)).toMatchObject({ code: 0 })
    const now = service.clock.now()
    const times = { restoredTo: new Date(at), startedAt: now, completedAt: now }
    await RestorationModel.create({ _id: 'shop', backup: id, ...times })
    const review = await kit.cli('restore:review', '--identity', kit.identityFile, '--json')
    await RestorationModel.deleteMany({})
    expect(JSON.parse(review.stdout).missing[0]).toMatch(/^The tail has a gap from/)
  })

  it('is refused when a segment is of another database', async () => {
    await withTail()
    const { to } = (await listSegments(kit.folder)).at(-1)!
    const recipient = await identityToRecipient(readFileSync(kit.identityFile, 'utf8').trim().split('\n')[1]!)
    const parts = { folder: kit.folder, recipient, env: service.env, database: 'another' }
    await writeSegment(parts, { from: to, to: { t: to.t + 1, i: 1 } }, [])
    expect(await restore('--check')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('is of the database another'),
    })
  })

  it('takes no backup of another database', async () => {
    await takeBackup()
    const { name } = mongoose.connection
    const { requireOwnFolder } = await import('../../../scripts/backup/require-open-shop.ts')
    const parts = { env: service.env, folder: kit.folder }
    await expect(requireOwnFolder({ ...parts, database: name })).resolves.toBeUndefined()
    await expect(requireOwnFolder({ ...parts, database: 'another' })).rejects.toThrow(
      `has backups of the database ${name}`,
    )
  })
})

describe('a backup', () => {
  it('is not taken of a restoration, nor is its tail kept', async () => {
    const runs = await JobRunModel.find().lean()
    await RestorationModel.create({
      _id: 'shop',
      backup: '20200101T000000Z',
      restoredTo: new Date(),
      startedAt: new Date(),
    })
    const tail = kit.follow()
    for (const args of [['backup'], ['backup', '--follow']])
      expect(await kit.cli(...args)).toMatchObject({
        code: 1,
        stderr: expect.stringContaining('The shop is being restored'),
      })
    await write()
    await sleep(1_000)
    await tail.stop()
    await RestorationModel.deleteMany({})
    expect(readdirSync(kit.folder)).not.toContain('backups')
    expect(await listSegments(kit.folder)).toEqual([])
    expect(await JobRunModel.find().lean()).toEqual(runs)
  })

  it('is not taken of a database that was never prepared', async () => {
    const migrations = await db().collection('migrations').find().toArray()
    await db().collection('migrations').deleteMany({})
    const answer = await kit.cli('backup')
    await db().collection('migrations').insertMany(migrations)
    expect(answer).toMatchObject({ code: 1, stderr: expect.stringContaining('was never prepared') })
  })
})

describe('a restored database', () => {
  it('is tested by --check without a connection to any', async () => {
    const id = await takeBackup()
    const printed: string[] = []
    const noDatabase = () => Promise.reject(new Error('there is no database'))
    const code = await runCli(['restore', '--check', '--identity', kit.identityFile], {
      output: { stdout: (text) => printed.push(text), stderr: (text) => printed.push(text) },
      context: {
        settings: {},
        env: () => ({ ...service.env, BACKUP_DIR: kit.folder }),
        database: noDatabase,
        deps: noDatabase,
        ask: async () => '',
        report: () => undefined,
      },
    })
    expect(printed.join('')).toContain(`Backup ${id} can be restored`)
    expect(code).toBe(0)
  })

  it('has no session, and deletes expired documents as before', async () => {
    const tail = await kit.followFromNow()
    await takeBackup()
    await db().collection('written_later').createIndex({ at: 1 }, { name: 'expiry', expireAfterSeconds: 600 })
    await db().command({
      collMod: 'written_later',
      index: { keyPattern: { at: 1 }, expireAfterSeconds: 900 },
    })
    await kit.tailReaches(new Date(Math.ceil(Date.now() / 1_000) * 1_000))
    await tail.stop()
    const target = targets.next()
    const answer = await restore('--database', target)
    expect(answer).toMatchObject({ code: 0, stdout: expect.stringContaining('Everyone was logged out') })
    expect(await SessionModel.countDocuments({})).toBe(1)
    expect(await db(target).collection('sessions').countDocuments({})).toBe(0)
    for (const name of ['sessions', 'written_later'])
      expect(await db(target).collection(name).indexes()).toEqual(await db().collection(name).indexes())
  })
})
