import { randomBytes } from 'node:crypto'
import { auditRows as auditRowsCall } from '@jhatpat/shared/contracts/audit.ts'
import { erasedText } from '@jhatpat/shared/contracts/erased-text.ts'
import type { IUser } from '@jhatpat/shared/domain/accounts/index.ts'
import {
  type AuditFacts,
  AuditModel,
  auditTarget,
  destroyPersonKey,
  type IAuditRow,
  listAudit,
  PersonKeyModel,
  rewrapPersonKeys,
  sealAudit,
  usePersonKeys,
  verifyAudit,
  writeAudit,
} from '@jhatpat/shared/domain/audit/index.ts'
import { verifyAuditCsv } from '@jhatpat/shared/domain/back-office/index.ts'
import { inTransaction } from '@jhatpat/shared/platform/mongo.ts'
import mongoose, { type mongo } from 'mongoose'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { insertAdmin, insertCustomer } from '../../support/people.ts'
import { queriesOf } from '../../support/queries-of.ts'
import { type Service, startService } from '../../support/service-harness.ts'

let service: Service
let meera: IUser
let asha: IUser

beforeAll(async () => {
  service = await startService()
})
beforeEach(async () => {
  meera = await insertAdmin({ name: 'Meera Sealed' })
  asha = await insertCustomer()
})
afterAll(() => service.stop())

const idOf = (user: IUser) => String(user._id)
const secret = 'she wrote from 9122233344'
const from = '203.0.113.77'

type Written = { before?: AuditFacts; after?: AuditFacts; reason?: string; target?: string; about?: string }

const write = ({ before = {}, after = { email: 'a@example.test' }, reason = secret, ...row }: Written = {}) =>
  inTransaction((tx) =>
    writeAudit(
      tx,
      { userId: idOf(meera), name: meera.name, from },
      {
        at: service.clock.now(),
        action: 'user.update',
        target: auditTarget.user(idOf(asha)),
        before,
        after,
        reason,
        ...row,
      },
    ),
  )

const storedRow = () =>
  AuditModel.findOne({ 'by.userId': idOf(meera) })
    .orFail()
    .lean<IAuditRow>()
const shown = (target = auditTarget.user(idOf(asha))) => listAudit(target)
const destroyKeyOf = (user: IUser) =>
  inTransaction((tx) =>
    destroyPersonKey(tx, mongoose.connection.db as mongo.Db, {
      userId: idOf(user),
      now: service.clock.now(),
    }),
  )

describe('what describes a person in the audit log', () => {
  it('is stored encrypted, and read by staff as it was written', async () => {
    await write({ before: { email: '', isBlocked: false }, after: { email: asha.email, role: 'reseller' } })
    const row = await storedRow()
    expect(row).toMatchObject({
      by: { userId: idOf(meera), name: erasedText },
      from: erasedText,
      reason: erasedText,
      before: { email: erasedText, isBlocked: false },
      after: { email: erasedText, role: 'reseller' },
    })
    for (const value of [meera.name, from, secret, asha.email])
      expect(JSON.stringify(row)).not.toContain(value)
    const open = {
      by: meera.name,
      from,
      reason: secret,
      before: { email: '', isBlocked: false },
      after: { email: asha.email, role: 'reseller' },
    }
    expect(await shown()).toMatchObject([open])
    const admin = await service.as(meera)
    const page = await admin.call(auditRowsCall, { query: { target: auditTarget.user(idOf(asha)) } })
    expect(page.rows).toMatchObject([open])
  })

  it('is encrypted under the key of the person it is about, whatever the target', async () => {
    const target = auditTarget.order('JP261121SEALED01')
    await write({ target, about: idOf(asha), after: { status: 'Refunded', note: 'for her son' } })
    expect((await storedRow()).after).toEqual({ status: 'Refunded', note: erasedText })
    await destroyKeyOf(asha)
    expect(await shown(target)).toMatchObject([
      { by: meera.name, reason: erasedText, after: { status: 'Refunded', note: erasedText } },
    ])
    await destroyKeyOf(meera)
    expect(await shown(target)).toMatchObject([{ by: erasedText, from: erasedText }])
  })

  it('is readable in rows about no person, and in those of earlier versions', async () => {
    const target = auditTarget.supplier(`S${idOf(asha)}`)
    await write({ target, after: { name: 'SMILEBR' }, reason: 'a new contract' })
    expect(await storedRow()).toMatchObject({ after: { name: 'SMILEBR' }, reason: 'a new contract' })
    const { sealed: _sealed, ...row } = await storedRow()
    const earlier = { ...row, _id: `earlier-${idOf(asha)}`, by: { userId: idOf(meera), name: 'Meera' } }
    await AuditModel.collection.insertOne(earlier as never)
    expect(await shown(target)).toContainEqual(expect.objectContaining({ by: 'Meera', reason: row.reason }))
    await AuditModel.collection.deleteOne({ _id: earlier._id as never })
  })

  it('loses no row when two transactions make the same key at once', async () => {
    await Promise.all(Array.from({ length: 6 }, (_, n) => write({ reason: `reason ${n}` })))
    const rows = await shown()
    expect(rows.map(({ reason }) => reason).toSorted()).toEqual([0, 1, 2, 3, 4, 5].map((n) => `reason ${n}`))
    expect(await PersonKeyModel.countDocuments({ _id: { $in: [idOf(meera), idOf(asha)] } })).toBe(2)
  })

  it('costs one read of keys for a row and for a page', async () => {
    await write()
    expect(await queriesOf(PersonKeyModel, () => write())).toHaveLength(1)
    const other = await insertCustomer()
    await write({ target: auditTarget.user(idOf(other)) })
    const admin = await service.as(meera)
    const page = () => admin.call(auditRowsCall, { query: { by: idOf(meera) } })
    expect((await page()).rows).toHaveLength(3)
    expect(await queriesOf(PersonKeyModel, page)).toHaveLength(1)
  })
})

describe('a destroyed key', () => {
  it('is never made again, and destroying it again changes nothing', async () => {
    await write()
    await destroyKeyOf(asha)
    const key = await PersonKeyModel.findById(idOf(asha)).orFail().lean()
    expect(key).toEqual({ _id: idOf(asha), wrapped: '', destroyedAt: expect.any(Date) })
    service.clock.advance(60_000)
    await destroyKeyOf(asha)
    await write({ reason: 'written later' })
    expect(await PersonKeyModel.findById(idOf(asha)).lean()).toEqual(key)
    expect((await shown()).map(({ reason }) => reason)).toEqual([erasedText, erasedText])
    const { sealed } = await AuditModel.findOne({ target: auditTarget.user(idOf(asha)) })
      .sort({ at: -1 })
      .orFail()
      .lean<IAuditRow>()
    expect(sealed?.map(({ userId }) => userId)).toEqual([idOf(meera)])
  })

  it('is recorded for a person who had none', async () => {
    await destroyKeyOf(asha)
    await write()
    expect(await shown()).toMatchObject([{ reason: erasedText }])
  })

  it('leaves the chain as it was', async () => {
    await write()
    while (await sealAudit(service.deps)) await Promise.resolve()
    const before = await verifyAudit()
    await destroyKeyOf(asha)
    expect(await verifyAudit()).toEqual(before)
    expect(before).toMatchObject({ broken: undefined, waiting: 0 })
  })
})

describe('a file of the audit log', () => {
  it('has the texts, which are proved by their hash without the database, unless one was changed', async () => {
    await write()
    while (await sealAudit(service.deps)) await Promise.resolve()
    const admin = await service.as(meera)
    const { text } = await admin.request(`/api/admin/audit/csv?target=${auditTarget.user(idOf(asha))}`)
    expect(text).toContain(secret)
    expect(await verifyAuditCsv([text])).toMatchObject({ rows: 1, faults: [] })
    const changed = text.replace(secret, 'she wrote from nowhere')
    expect(await verifyAuditCsv([changed])).toMatchObject({ faults: [{ reason: 'cell_changed' }] })
    await destroyKeyOf(asha)
    const later = (await admin.request(`/api/admin/audit/csv?target=${auditTarget.user(idOf(asha))}`)).text
    expect(later).not.toContain(secret)
    expect(await verifyAuditCsv([later])).toMatchObject({ rows: 1, faults: [] })
  })
})

describe('a new SECRET_KEY', () => {
  it('keeps the texts readable, also when the former one is gone', async () => {
    const { SECRET_KEY } = service.env
    const rotated = { SECRET_KEY: randomBytes(32).toString('base64'), SECRET_KEY_PREVIOUS: SECRET_KEY }
    await write()
    try {
      usePersonKeys({ ...rotated, SECRET_KEY_PREVIOUS: '' })
      expect(await shown()).toMatchObject([{ reason: erasedText }])
      // A row without its texts would prove nothing.
      await expect(write()).rejects.toThrow('not stored under a SECRET_KEY that we have')
      usePersonKeys(rotated)
      await rewrapPersonKeys(rotated)
      usePersonKeys({ ...rotated, SECRET_KEY_PREVIOUS: '' })
      expect(await shown()).toMatchObject([{ reason: secret }])
    } finally {
      usePersonKeys({ SECRET_KEY, SECRET_KEY_PREVIOUS: rotated.SECRET_KEY })
      await rewrapPersonKeys({ SECRET_KEY, SECRET_KEY_PREVIOUS: rotated.SECRET_KEY })
      usePersonKeys(service.env)
    }
  })
})
