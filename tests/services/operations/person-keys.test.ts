import { cpSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { erasedText } from '@jhatpat/shared/contracts/erased-text.ts'
import type { IUser } from '@jhatpat/shared/domain/accounts/index.ts'
import {
  AuditModel,
  auditTarget,
  type IAuditRow,
  type IPersonKey,
  type OpenRow,
  openRow,
  PersonKeyModel,
  writeAudit,
} from '@jhatpat/shared/domain/audit/index.ts'
import { unwrapKey } from '@jhatpat/shared/domain/audit/person-keys.ts'
import { rowKeysOf } from '@jhatpat/shared/domain/audit/sealed-texts.ts'
import { inTransaction } from '@jhatpat/shared/platform/mongo.ts'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { decodeChunk } from '../../../scripts/backup/chunk-files.ts'
import { insertAdmin, insertCustomer } from '../../support/people.ts'
import { type Service, startService } from '../../support/service-harness.ts'
import { createErasureKit, type ErasureKit } from '../erasure/erasure-kit.ts'
import { type BackupKit, createBackupKit, createTargets, databaseOf } from './backup-kit.ts'

let service: Service
let kit: BackupKit
let erasures: ErasureKit
let meera: IUser
let asha: IUser
let diya: IUser
const targets = createTargets()

beforeAll(async () => {
  service = await startService()
  erasures = await createErasureKit(service)
})
beforeEach(async () => {
  kit = await createBackupKit(service)
  meera = await insertAdmin({ name: 'Meera Kept' })
  asha = await insertCustomer()
  diya = await insertCustomer()
})
afterEach(() => kit.remove())
afterAll(async () => {
  await targets.drop()
  await service.stop()
})

const idOf = (user: IUser) => String(user._id)

const write = (user: IUser, reason: string) =>
  inTransaction((tx) =>
    writeAudit(
      tx,
      { userId: idOf(meera), name: meera.name },
      {
        at: service.clock.now(),
        action: 'user.update',
        target: auditTarget.user(idOf(user)),
        before: {},
        after: {},
        reason,
      },
    ),
  )

/** Everything that was saved in a folder, decrypted. */
async function savedIn(folder: string): Promise<string> {
  const identity = readFileSync(kit.identityFile, 'utf8').trim().split('\n').at(-1) ?? ''
  const names = readdirSync(join(kit.folder, folder), { recursive: true, encoding: 'utf8' })
  const files = names.filter((name) => name.endsWith('.age'))
  const chunks = files.map((name) => decodeChunk([identity], readFileSync(join(kit.folder, folder, name))))
  return Buffer.concat(await Promise.all(chunks)).toString('latin1')
}

/** The rows about a user in a restored database, with the keys that it has. */
async function rowsIn(database: string, user: IUser): Promise<OpenRow[]> {
  const db = databaseOf(database)
  const stored = await db.collection<IPersonKey>('person_keys').find().toArray()
  const keys = new Map(
    stored.flatMap((one) => {
      const key = unwrapKey(service.env, one)
      return key ? [[one._id, key] as const] : []
    }),
  )
  const about = { target: auditTarget.user(idOf(user)), action: 'user.update' } as const
  const rows = db.collection<IAuditRow>('audit_log').find(about)
  return (await rows.toArray()).map((row) => openRow(row, rowKeysOf(row, keys)))
}

const backUp = async () => JSON.parse((await kit.cli('backup', '--json')).stdout).id as string

async function restore(backup: string): Promise<{ database: string; keys: number; erased: number }> {
  const database = targets.next()
  const args = ['--identity', kit.identityFile, '--database', database, '--backup', backup]
  const { code, stdout } = await kit.cli('restore', ...args, '--json')
  expect(code).toBe(0)
  return { database, ...JSON.parse(stdout) }
}

it('keeps keys of persons out of backups and of the tail, and in one file beside them', async () => {
  const tail = await kit.followFromNow()
  await write(asha, 'asked by mail')
  await backUp()
  await write(diya, 'asked by phone')
  await kit.tailReaches(new Date(Date.now() + 1_000))
  await tail.stop()
  await backUp()
  const keys = await PersonKeyModel.find({ _id: { $in: [meera, asha, diya].map(idOf) } }).lean()
  expect(keys).toHaveLength(3)
  const rows = await AuditModel.find({ 'by.userId': idOf(meera) }).lean()
  const [backups, segments, beside] = [
    await savedIn('backups'),
    await savedIn('oplog'),
    await savedIn('keys'),
  ]
  for (const { _id } of rows) {
    expect(segments).toContain(_id)
    expect(backups).toContain(_id)
  }
  for (const { wrapped } of keys) {
    expect(backups + segments).not.toContain(wrapped)
    expect(beside).toContain(wrapped)
  }
  expect(readdirSync(join(kit.folder, 'keys'))).toHaveLength(1)
})

it('restores what the audit log has of persons, but of none who was erased since', async () => {
  const tail = await kit.followFromNow()
  await write(asha, 'asked by mail')
  const before = await backUp()
  await write(diya, 'asked by phone')
  await erasures.erase(asha)
  await kit.tailReaches(new Date(Date.now() + 1_000))
  await tail.stop()
  await backUp()
  const { database, keys, erased } = await restore(before)
  expect(keys).toBeGreaterThanOrEqual(3)
  expect(erased).toBe(1)
  expect(await rowsIn(database, diya)).toMatchObject([{ by: { name: meera.name }, reason: 'asked by phone' }])
  const [ofAsha] = await rowsIn(database, asha)
  expect(ofAsha).toMatchObject({ by: { name: meera.name }, reason: erasedText })
})

it('destroys a key that an older file brings back, and shows all as erased without a file', async () => {
  await write(asha, 'asked by mail')
  await write(diya, 'asked by phone')
  await backUp()
  const keysFolder = join(kit.folder, 'keys')
  const older = join(kit.folder, 'older')
  cpSync(keysFolder, older, { recursive: true })
  await erasures.erase(asha)
  const after = await backUp()
  rmSync(keysFolder, { recursive: true })
  const none = await restore(after)
  expect(none.keys).toBe(0)
  expect(await rowsIn(none.database, diya)).toMatchObject([{ by: { name: erasedText }, reason: erasedText }])

  renameSync(older, keysFolder)
  const { database } = await restore(after)
  expect(await rowsIn(database, diya)).toMatchObject([{ reason: 'asked by phone' }])
  expect((await rowsIn(database, asha))[0]).toMatchObject({ reason: erasedText })
  for (const name of [none.database, database]) {
    const key = await databaseOf(name)
      .collection<IPersonKey>('person_keys')
      .findOne({ _id: idOf(asha) })
    expect(key).toMatchObject({ wrapped: '', destroyedAt: expect.any(Date) })
  }
})

it('refuses a file of keys that was changed, before anything is written', async () => {
  await write(asha, 'asked by mail')
  const backup = await backUp()
  const names = readdirSync(join(kit.folder, 'keys'), { recursive: true, encoding: 'utf8' })
  const path = join(kit.folder, 'keys', names.find((one) => one.endsWith('.age')) ?? '')
  const bytes = readFileSync(path)
  bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1
  writeFileSync(path, bytes)
  const database = targets.next()
  const args = ['--identity', kit.identityFile, '--database', database, '--backup', backup]
  const { code, stderr } = await kit.cli('restore', ...args)
  expect({ code, stderr }).toMatchObject({ code: 1, stderr: expect.stringContaining('was changed') })
  expect(await databaseOf(database).listCollections().toArray()).toEqual([])
})
