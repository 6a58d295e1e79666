import { setTimeout as wait } from 'node:timers/promises'
import {
  AuditModel,
  AuditSealModel,
  AuditVerificationModel,
  auditChainStatus,
  auditTarget,
  readAnchor,
  requestVerification,
  sealAudit,
  UnsealedRowModel,
  verifyAudit,
  verifyAuditChain,
  writeAudit,
} from '@jhatpat/shared/domain/audit/index.ts'
import { createLogger } from '@jhatpat/shared/platform/logger.ts'
import { inTransaction } from '@jhatpat/shared/platform/mongo.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { superviseAuditCheck } from '../../../workers/src/audit/audit-check.ts'
import { type Service, startService } from '../../support/service-harness.ts'

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

const raw = {
  rows: AuditModel.collection,
  seals: AuditSealModel.collection,
  waiting: UnsealedRowModel.collection,
}

beforeEach(async () => {
  await raw.rows.deleteMany({ _id: { $gt: '' as never } })
  await raw.waiting.deleteMany({ _id: { $gt: '' as never } })
  await raw.seals.deleteMany({ _id: { $gt: 0 as never } })
  await forgetAnchor()
})

const forgetAnchor = () => service.deps.redis.del(`{${service.deps.env.QUEUE_PREFIX}:audit}:anchor`)

const write = (place: number) =>
  inTransaction((session) =>
    writeAudit(
      session,
      { userId: 'a1', name: 'Meera', from: '10.0.0.1' },
      {
        at: new Date(1_700_000_000_000 + place),
        action: 'user.update',
        reason: `reason ${place}`,
        target: auditTarget.user(`u${place}`),
        before: { name: 'A', verified: true },
        after: { name: 'B' },
      },
    ),
  )
const writeMany = (many: number) => Promise.all(Array.from({ length: many }, (_, place) => write(place)))
/** Seals until no row is unsealed, whatever other sealers do. */
async function sealAll(): Promise<void> {
  while ((await UnsealedRowModel.countDocuments()) > 0) await sealAudit(service.deps)
}
const sealed = async (many: number) => {
  await writeMany(many)
  await sealAll()
  return (await AuditSealModel.find().sort({ _id: 1 }).lean()).map((seal) => seal)
}
const check = async () => {
  const anchor = await readAnchor(service.deps)
  return verifyAudit(anchor ? [anchor] : [])
}

describe('the audit log', () => {
  it('seals each row once, in the order in which the actions were done, each entry chained to the previous one', async () => {
    const entries = await sealed(7)
    expect(entries.map(({ _id }) => _id)).toEqual([1, 2, 3, 4, 5, 6, 7])
    expect(entries.map(({ previousHash }) => previousHash)).toEqual([
      '',
      ...entries.slice(0, -1).map(({ hash }) => hash),
    ])
    const rows = await AuditModel.find({ _id: { $in: entries.map(({ rowId }) => rowId) } })
      .sort({ at: 1 })
      .lean()
    expect(rows.map(({ _id }) => _id)).toEqual(entries.map(({ rowId }) => rowId))
    expect(await check()).toMatchObject({ entries: 7, waiting: 0, broken: undefined, end: { n: 7 } })
    expect(await readAnchor(service.deps)).toEqual({ n: 7, hash: entries.at(-1)?.hash })
  })

  it('lets twenty admins write at once, while three seal, without a row that fails, is lost or sealed twice', async () => {
    let isWriting = true
    const sealers = Array.from({ length: 3 }, async () => {
      while (isWriting) {
        await sealAudit(service.deps)
        await wait(1)
      }
    })
    await Promise.all(
      Array.from({ length: 20 }, async (_, admin) => {
        for (let round = 0; round < 5; round += 1) await write(admin * 5 + round)
      }),
    )
    isWriting = false
    await Promise.all(sealers)
    await sealAll()
    expect(await check()).toMatchObject({ entries: 100, waiting: 0, broken: undefined })
    expect(new Set((await AuditSealModel.find().lean()).map(({ rowId }) => rowId)).size).toBe(100)
  })

  it('stays intact when a sealer crashes between the chain entries and the removal of unsealed rows, and another continues', async () => {
    await writeMany(5)
    vi.spyOn(UnsealedRowModel, 'deleteMany').mockRejectedValueOnce(new Error('killed'))
    await expect(sealAudit(service.deps)).rejects.toThrow('killed')
    expect(await AuditSealModel.countDocuments()).toBe(0)
    expect(await UnsealedRowModel.countDocuments()).toBe(5)
    await sealAll()
    expect(await check()).toMatchObject({ entries: 5, broken: undefined })
  })

  it('stays intact while unsealed rows are written', async () => {
    await sealed(3)
    await write(9)
    expect(await check()).toMatchObject({ entries: 3, waiting: 1, broken: undefined })
  })

  it('refuses every way to change or remove a row or an entry in this program', async () => {
    await sealed(1)
    const { rowId } = (await AuditSealModel.findById(1).lean())!
    const row = (await AuditModel.findById(rowId))!
    const refused = /never changed/
    await expect(AuditModel.updateOne({ _id: row._id }, { reason: 'x' })).rejects.toThrow(refused)
    await expect(AuditModel.updateMany({}, { reason: 'x' })).rejects.toThrow(refused)
    await expect(AuditModel.findOneAndUpdate({ _id: row._id }, { reason: 'x' })).rejects.toThrow(refused)
    await expect(AuditModel.deleteOne({ _id: row._id })).rejects.toThrow(refused)
    await expect(AuditModel.deleteMany({})).rejects.toThrow(refused)
    await expect(AuditModel.findOneAndDelete({ _id: row._id })).rejects.toThrow(refused)
    await expect(AuditModel.bulkWrite([{ deleteOne: { filter: { _id: row._id } } }])).rejects.toThrow(refused)
    row.reason = 'x'
    await expect(row.save()).rejects.toThrow(refused)
    await expect(AuditSealModel.deleteMany({})).rejects.toThrow(refused)
    expect(await check()).toMatchObject({ entries: 1, broken: undefined })
  })
})

/** Dependencies with a log that records its entries by level. */
function listening() {
  const logged: string[] = []
  const logLine = (level: string) => (_facts: unknown, text: string) => logged.push(`${level}: ${text}`)
  const log = { info: () => {}, warn: logLine('warn'), error: logLine('error'), fatal: logLine('fatal') }
  return { logged, deps: { ...service.deps, log: log as never } }
}

describe('a verification of the chain', () => {
  const waitingChecks = async () =>
    (await service.deps.queues.all.maintenance.getWaiting()).filter(({ name }) => name === 'audit.verify')
  beforeEach(async () => {
    await service.deps.queues.all.maintenance.obliterate({ force: true })
    await AuditVerificationModel.deleteMany({})
  })

  it('that is requested again before it has ended is the same one, and expires', async () => {
    await requestVerification(service.deps)
    service.clock.advance(15_000)
    await requestVerification(service.deps)
    expect(await waitingChecks()).toHaveLength(1)
    expect(await auditChainStatus(service.deps)).toMatchObject({ isChecking: true })
    service.clock.advance(3_600_000)
    expect(await auditChainStatus(service.deps)).toMatchObject({ isChecking: false })
  })

  it('without an anchor says so, and sets one where no break was found', async () => {
    const entries = await sealed(3)
    await forgetAnchor()
    const { logged, deps } = listening()
    await verifyAuditChain(deps)
    expect(logged).toEqual(['warn: audit chain checked without an anchor'])
    expect(await auditChainStatus(deps)).toMatchObject({ anchored: false, broken: null, isLate: false })
    expect(await readAnchor(deps)).toEqual({ n: 3, hash: entries.at(-1)?.hash })
    await verifyAuditChain(deps)
    expect(await auditChainStatus(deps)).toMatchObject({ anchored: true, broken: null })
    expect(logged).toHaveLength(1)
  })

  it('that found a break sets no anchor', async () => {
    await sealed(3)
    await forgetAnchor()
    const { rowId } = (await AuditSealModel.findById(2).lean())!
    await raw.rows.updateOne({ _id: rowId as never }, { $set: { reason: 'other' } })
    const { logged, deps } = listening()
    await verifyAuditChain(deps)
    expect(logged).toContain('fatal: audit chain broken')
    expect(await readAnchor(deps)).toBeUndefined()
  })

  it('that is overdue is reported as overdue, with an alert', async () => {
    const { logged, deps } = listening()
    await verifyAuditChain(deps)
    await superviseAuditCheck(deps)
    expect((await auditChainStatus(deps)).isLate).toBe(false)
    service.clock.advance(2.9 * 3_600_000)
    await superviseAuditCheck(deps)
    expect(logged.filter((text) => text.startsWith('fatal'))).toEqual([])
    service.clock.advance(0.2 * 3_600_000)
    await superviseAuditCheck(deps)
    expect((await auditChainStatus(deps)).isLate).toBe(true)
    expect(logged.filter((text) => text.startsWith('fatal'))).toEqual([
      'fatal: the audit log has not been checked for 3 hours',
    ])
  })
})

it('stays successful when Redis fails afterwards, and the failure is reported as such', async () => {
  await writeMany(2)
  const { logged, deps } = listening()
  const redis = { get: () => Promise.reject(new Error('connection lost')) } as never
  expect(await sealAudit({ ...deps, redis })).toBe(2)
  expect(logged).toEqual(['error: audit anchor not advanced'])
  expect(await check()).toMatchObject({ entries: 2, waiting: 0, broken: undefined })
})

describe('a manual write to the database', () => {
  const rowOf = async (n: number) => (await AuditSealModel.findById(n).lean())?.rowId as never
  const acts: [string, () => Promise<unknown>, { n: number; reason: string }][] = [
    [
      'changes a row',
      async () => raw.rows.updateOne({ _id: await rowOf(3) }, { $set: { reason: 'other' } }),
      { n: 3, reason: 'row_changed' },
    ],
    [
      'changes a fact inside a row',
      async () => raw.rows.updateOne({ _id: await rowOf(3) }, { $set: { 'after.name': 'C' } }),
      { n: 3, reason: 'row_changed' },
    ],
    [
      'adds a field to a row',
      async () => raw.rows.updateOne({ _id: await rowOf(2) }, { $set: { extra: 1 } }),
      { n: 2, reason: 'row_changed' },
    ],
    ['removes a row', async () => raw.rows.deleteOne({ _id: await rowOf(4) }), { n: 4, reason: 'row_gone' }],
    [
      'removes a row with its link',
      async () => {
        await raw.rows.deleteOne({ _id: await rowOf(4) })
        await raw.seals.deleteOne({ _id: 4 as never })
      },
      { n: 4, reason: 'link_gone' },
    ],
    [
      'adds a row',
      () => raw.rows.insertOne({ _id: 'forged' as never, at: new Date(), reason: 'x' }),
      { n: 0, reason: 'row_added' },
    ],
    [
      'puts two rows into each other’s place',
      async () => {
        const [two, three] = [await rowOf(2), await rowOf(3)]
        await raw.seals.updateOne({ _id: 2 as never }, { $set: { rowId: three } })
        await raw.seals.updateOne({ _id: 3 as never }, { $set: { rowId: two } })
      },
      { n: 2, reason: 'link_changed' },
    ],
    [
      'changes a row and makes its link anew, but not those after it',
      async () => {
        const { chainEntries } = await import('@jhatpat/shared/domain/audit/chain.ts')
        const rowId = await rowOf(3)
        await raw.rows.updateOne({ _id: rowId }, { $set: { reason: 'other' } })
        const row = (await raw.rows.findOne({ _id: rowId })) as object
        const before = (await AuditSealModel.findById(2).lean())!
        const [entry] = chainEntries([{ rowId, row }], before, new Date())
        await raw.seals.replaceOne({ _id: 3 as never }, entry as never)
      },
      { n: 4, reason: 'link_changed' },
    ],
    [
      'cuts off the end, rows and links and all',
      async () => {
        await raw.rows.deleteMany({ _id: { $in: [await rowOf(5), await rowOf(6)] } })
        await raw.seals.deleteMany({ _id: { $gt: 4 as never } })
      },
      { n: 6, reason: 'end_cut' },
    ],
    [
      'makes the whole chain anew from a changed row on',
      async () => {
        const { chainEntries } = await import('@jhatpat/shared/domain/audit/chain.ts')
        const ids = (await AuditSealModel.find().sort({ _id: 1 }).lean()).map(({ rowId }) => rowId)
        await raw.rows.updateOne({ _id: ids[2] as never }, { $set: { reason: 'other' } })
        const rows = await Promise.all(
          ids.map(async (rowId) => ({
            rowId,
            row: (await raw.rows.findOne({ _id: rowId as never })) as object,
          })),
        )
        await raw.seals.deleteMany({ _id: { $gt: 0 as never } })
        await raw.seals.insertMany(chainEntries(rows, null, new Date()) as never[])
      },
      { n: 6, reason: 'end_cut' },
    ],
  ]

  it.each(acts)('is detected when it %s', async (_what, action, broken) => {
    await sealed(6)
    await action()
    expect((await check()).broken).toEqual(broken)
  })

  it('is detected when it cuts the end off, also after new rows were sealed', async () => {
    await sealed(6)
    await raw.rows.deleteMany({ _id: { $in: [await rowOf(5), await rowOf(6)] } })
    await raw.seals.deleteMany({ _id: { $gt: 4 as never } })
    await writeMany(9)
    await sealAll()
    expect((await check()).broken).toEqual({ n: 6, reason: 'end_cut' })
  })

  it('is detected when it removes an unsealed row', async () => {
    await sealed(2)
    await write(5)
    const { _id } = (await UnsealedRowModel.findOne().lean())!
    await raw.rows.deleteOne({ _id: _id as never })
    await sealAll()
    expect((await check()).broken).toEqual({ n: 3, reason: 'row_gone' })
  })
})

it('the anchor is written to the log even where LOG_LEVEL is warn', async () => {
  const lines: string[] = []
  const log = createLogger('test', 'warn', { write: (line) => void lines.push(line) })
  await write(1)
  while ((await UnsealedRowModel.countDocuments()) > 0) await sealAudit({ ...service.deps, log })
  const end = await AuditSealModel.findOne().sort({ _id: -1 }).lean()
  expect(lines.join()).toContain(`"event":"audit_sealed","anchor":"${end?._id}:${end?.hash}"`)
  log.info('something else')
  expect(lines.join()).not.toContain('something else')
})
