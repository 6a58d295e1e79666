import { execFile } from 'node:child_process'
import { createHash, randomUUID } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  AuditSealModel,
  anchorHashesInLog,
  auditTarget,
  sealAudit,
  UnsealedRowModel,
  writeAudit,
} from '@jhatpat/shared/domain/audit/index.ts'
import { csvLine } from '@jhatpat/shared/domain/back-office/csv.ts'
import { type AuditEvidence, verifyAuditCsv } from '@jhatpat/shared/domain/back-office/index.ts'
import { readCsv } from '@jhatpat/shared/domain/back-office/read-csv.ts'
import { inTransaction } from '@jhatpat/shared/platform/mongo.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { insertAdmin } from '../../support/people.ts'
import type { Person } from '../../support/person.ts'
import { type Service, startService } from '../../support/service-harness.ts'

let service: Service
let admin: Person
/** The cells of the whole file: its heads first, then the latest row. */
let table: string[][]

const file = async (query = '') => (await admin.request(`/api/admin/audit/csv${query}`)).text
const follow = (text: string, against: AuditEvidence = {}) => verifyAuditCsv([text], against)
const followTable = (rows: readonly string[][], against?: AuditEvidence) =>
  follow(rows.map((cells) => csvLine(cells)).join(''), against)
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

/** Twelve rows, one every ten minutes, with reasons that need escaping in a CSV. */
async function writeRows(): Promise<void> {
  const odd = ['=1+1', 'Rao, "Asha"', 'two\nlines', "'-5", ' plain ', '₹ 5']
  for (const [n, reason] of [...odd, ...odd].entries()) {
    service.clock.advance(600_000)
    const actor = { userId: 'a1', name: 'Meera', from: '10.0.0.1' }
    const what = {
      at: service.clock.now(),
      action: 'user.update',
      target: auditTarget.user(`u${n % 3}`),
    } as const
    const [before, after] = [{ verified: false }, { verified: true, name: reason, amountPaise: n }]
    await inTransaction((session) => writeAudit(session, actor, { ...what, before, after, reason }))
  }
  while ((await UnsealedRowModel.countDocuments()) > 0) await sealAudit(service.deps)
}

beforeAll(async () => {
  service = await startService()
  admin = await service.as(await insertAdmin())
  await writeRows()
  service.clock.advance(1_000)
  table = []
  for await (const cells of readCsv([await file()])) table.push(cells)
})
afterAll(() => service.stop())

it('a file of the audit log is consistent in itself, with an anchor and with the log', async () => {
  const expected = { rows: 13, unsealed: 1, first: 1, last: 12, joined: 11, faultCount: 0, faults: [] }
  const nothing = { count: 0, first: 0, last: 0 }
  expect(await followTable(table)).toEqual({ ...expected, anchored: 0, held: nothing })
  const { hash } = (await AuditSealModel.findById(7).lean())!
  const verified = await followTable(table, { anchors: [{ n: 7, hash }], anchorHashesInLog })
  expect(verified).toEqual({ ...expected, anchored: 1, held: { count: 7, first: 1, last: 7 } })
  const ofOne = await follow(await file('?target=user:u1'), { anchorHashesInLog })
  expect(ofOne).toMatchObject({ rows: 4, first: 2, last: 11, joined: 0, faultCount: 0 })
})

it('a file has the text that each row’s hash is of, to be verified with nothing but SHA-256', () => {
  const columns = Object.fromEntries((table[0] ?? []).map((head, at) => [head, at]))
  const cell = (row: readonly string[], head: string) => row[columns[head] ?? -1]
  for (const row of table.slice(2)) {
    expect(sha256(String(cell(row, 'Hashed content')))).toBe(cell(row, 'Row’s hash'))
    const chainCells = ['Row', 'Row’s hash', 'Previous entry hash', 'Sealed (UTC)'].map((head) =>
      cell(row, head),
    )
    expect(sha256(JSON.stringify([Number(row[0]), ...chainCells]))).toBe(cell(row, 'Hash'))
  }
})

type Row = string[]
/** The first cell of a row is its entry; the last seven are its chain entry, keys and text. */
const at = {
  who: 2,
  from: 9,
  request: 10,
  rowHash: 13,
  previousHash: 14,
  hash: 15,
  sealedAt: 16,
  content: 18,
}
const changed = (row: Row): Row => row.map((cell) => cell.replace('Meera', 'Imran'))
/** With matching hashes, as an attacker with knowledge of the format computes them. */
function forged(row: Row, previousHash = row[at.previousHash]!): Row {
  const other = changed(row)
  const rowHash = sha256(other[at.content]!)
  const hash = sha256(JSON.stringify([Number(row[0]), row[11], rowHash, previousHash, row[at.sealedAt]]))
  return other.with(at.rowHash, rowHash).with(at.previousHash, previousHash).with(at.hash, hash)
}
const withoutLink = (row: Row) =>
  row.map((cell, column) => ([0, 13, 14, 15, 16].includes(column) ? '' : cell))
const editFifthRow = (edit: (row: Row) => Row) => (rows: Row[]) => rows.with(4, edit(rows[4]!))

const fifthEntry = { row: 5, entry: '10' }
const acts: [string, (rows: Row[]) => Row[], object][] = [
  [
    'changes what is read in a row',
    editFifthRow((row) => row.with(at.who, 'Imran')),
    { ...fifthEntry, reason: 'cell_changed', column: 'Actor' },
  ],
  ['changes a row everywhere', editFifthRow(changed), { ...fifthEntry, reason: 'row_changed' }],
  [
    'changes a link',
    editFifthRow((row) => row.with(at.hash, 'a'.repeat(64))),
    { ...fifthEntry, reason: 'link_changed' },
  ],
  [
    'makes a row and its link anew',
    editFifthRow((row) => forged(row)),
    { ...fifthEntry, reason: 'chain_broken' },
  ],
  [
    'takes the link from a changed row',
    editFifthRow((row) => withoutLink(changed(row))),
    { row: 5, entry: '', reason: 'link_missing' },
  ],
  [
    'puts two rows into each other’s place',
    (rows) => rows.with(4, rows[5]!).with(5, rows[4]!),
    { row: 6, entry: '10', reason: 'out_of_order' },
  ],
  [
    'has a row twice',
    (rows) => rows.toSpliced(5, 0, rows[4]!),
    { row: 6, entry: '10', reason: 'out_of_order' },
  ],
  [
    'writes what is no row',
    editFifthRow((row) => row.with(at.content, '{}')),
    { ...fifthEntry, reason: 'not_a_row' },
  ],
]

it.each(acts)('verification names the row of an attacker that %s', async (_what, action, fault) => {
  expect((await followTable(action(table))).faults[0]).toEqual(fault)
})

it('a file with all hashes recomputed is detected by the log and by an anchor only', async () => {
  const anew: Row[] = []
  for (const row of table.slice(2).toReversed()) anew.unshift(forged(row, anew[0]?.[at.hash] ?? ''))
  const rows = [table[0]!, ...anew]
  expect(await followTable(rows)).toMatchObject({ rows: 12, joined: 11, faultCount: 0 })
  const { hash } = (await AuditSealModel.findById(12).lean())!
  const against = await followTable(rows, { anchors: [{ n: 12, hash }] })
  expect(against.faults).toEqual([{ row: 2, entry: '12', reason: 'not_the_anchor' }])
  const verifiedWithLog = await followTable(rows, { anchorHashesInLog })
  expect([verifiedWithLog.faultCount, verifiedWithLog.faults[0]]).toEqual([
    12,
    { row: 2, entry: '12', reason: 'not_in_the_log' },
  ])
})

/** Entries 12 to 8 recomputed upon the seventh, which stays as it was sealed: only their hashes differ. */
function forgedAboveSeventh(): Row[] {
  const [heads, , ...sealed] = table as [Row, Row, ...Row[]]
  const [recent, older] = [sealed.slice(0, 5), sealed.slice(5)]
  const anew: Row[] = []
  for (const row of recent.toReversed()) anew.unshift(forged(row, (anew[0] ?? older[0])?.[at.hash]))
  return [heads, ...anew, ...older]
}
/** Every second row, so that no entry has a neighbour: all but the seventh recomputed. */
const forgedView = (): Row[] => {
  const [heads, , ...sealed] = table as [Row, Row, ...Row[]]
  const odd = sealed.filter((row) => Number(row[0]) % 2 === 1)
  return [heads, ...odd.map((row) => (row[0] === '7' ? row : forged(row)))]
}

it('an anchor proves its entry and those below it that are chained to it, and no others', async () => {
  const { hash } = (await AuditSealModel.findById(7).lean())!
  const against = { anchors: [{ n: 7, hash }] }
  const clean = { faultCount: 0, anchored: 1 }
  const above = await followTable(forgedAboveSeventh(), against)
  expect(above).toMatchObject({ ...clean, rows: 12, held: { count: 7, first: 1, last: 7 } })
  const view = await followTable(forgedView(), against)
  expect(view).toMatchObject({ ...clean, rows: 6, joined: 0, held: { count: 1, first: 7, last: 7 } })
  const expected = { anchors: [{ n: 12, hash: (await AuditSealModel.findById(12).lean())!.hash }] }
  expect(await followTable(table, expected)).toMatchObject({
    rows: 13,
    held: { count: 12, first: 1, last: 12 },
  })
})

it.each(['NaN', '0', '1.5', '9007199254740992', 'Infinity'])('refuses the entry %s', async (entry) => {
  const row = table[4]!.with(0, entry)
  const chainCells = [Number(entry), row[11], row[at.rowHash], row[at.previousHash], row[at.sealedAt]]
  const forgedEntry = row.with(at.hash, sha256(JSON.stringify(chainCells)))
  expect((await followTable([table[0]!, forgedEntry])).faults).toEqual([
    { row: 2, entry, reason: 'not_a_row' },
  ])
})

it('an unsealed row is compared with the log too, before its seal and after', async () => {
  const newest = [table[0]!, table[1]!]
  expect(table[1]?.[0]).toBe('')
  expect(await followTable(newest, { anchorHashesInLog })).toMatchObject({ unsealed: 1, faultCount: 0 })
  const other = await followTable([table[0]!, changed(table[1]!).with(at.who, 'x')], { anchorHashesInLog })
  expect(other.faults).toMatchObject([{ row: 2, reason: 'cell_changed' }])
  const request = table[1]![at.request]!
  const invented = table[1]!.map((cell) => cell.replace(request, request.replace(/\w/g, '0')))
  expect((await followTable([table[0]!, invented], { anchorHashesInLog })).faults).toEqual([
    { row: 2, entry: '', reason: 'not_in_the_log' },
  ])
  while ((await UnsealedRowModel.countDocuments()) > 0) await sealAudit(service.deps)
  expect(await followTable(newest, { anchorHashesInLog })).toMatchObject({ unsealed: 1, faultCount: 0 })
})

it('refuses another kind of file', async () => {
  await expect(follow('')).rejects.toThrow(RangeError)
  await expect(follow('Entry,Who\r\n1,Meera\r\n')).rejects.toThrow(/columns/)
})

/** `npm run audit:verify` on the test's database. */
const verify = (args: string[] = [], redisUrl = '') => {
  const script = join(import.meta.dirname, '../../../scripts/cli.ts')
  const env = { ...process.env, MONGODB_URI: service.env.MONGODB_URI, REDIS_URL: redisUrl }
  return new Promise<{ code: number; lines: string[] }>((done) => {
    execFile(process.execPath, [script, 'audit:verify', ...args], { env }, (error, stdout, stderr) =>
      done({ code: Number(error?.code ?? 0), lines: (stderr + stdout).trim().split('\n') }),
    )
  })
}
const fileOf = (rows: readonly Row[]): string => {
  const path = join(tmpdir(), `audit-${randomUUID()}.csv`)
  writeFileSync(path, `\uFEFF${rows.map((cells) => csvLine(cells)).join('')}`)
  return path
}

it('npm run audit:verify reports “unbroken” with the log only, and without it which entries an anchor proves', async () => {
  const anchor = ['--alone', '--anchor', `7:${(await AuditSealModel.findById(7).lean())!.hash}`]
  const last = ['--alone', '--anchor', `12:${(await AuditSealModel.findById(12).lean())!.hash}`]
  const ends = await Promise.all([
    verify(['--csv', fileOf(forgedAboveSeventh()), ...anchor]),
    verify(['--csv', fileOf(forgedView()), ...anchor]),
    verify(['--csv', fileOf(table.toSpliced(1, 1)), ...last]),
    verify(['--csv', fileOf(table), '--alone'], 'redis://127.0.0.1:1'),
    verify(['--alone']),
  ])
  expect(ends.map(({ code, lines }) => [code, lines.at(-1)])).toEqual([
    [0, 'entries 1 to 7 confirmed by an anchor; 5 confirmed by nothing outside the file'],
    [0, 'entry 7 confirmed by an anchor; 5 confirmed by nothing outside the file'],
    [0, 'entries 1 to 12 confirmed by an anchor'],
    [0, 'no break found; only the log or an anchor shows whether all of it was rewritten'],
    [2, '--alone applies to a file: name it with --csv FILE.'],
  ])
  expect(ends[3]?.lines).toContain(
    'Redis does not answer: its anchor is not among those that the file was compared with.',
  )
}, 60_000)

it('npm run audit:verify reports which row of a file differs, and ends with 1', async () => {
  const end = (await AuditSealModel.findOne().sort({ _id: -1 }).lean())!
  const { hash } = (await AuditSealModel.findById(12).lean())!
  const other = fileOf(table.with(4, changed(table[4]!)))
  const [log, expected, differs] = await Promise.all([
    verify(),
    verify(['--csv', fileOf(table)]),
    verify(['--csv', other, '--alone', '--anchor', `12:${hash}`]),
  ])
  const noAnchor = 'no break found; only an anchor shows whether its end was removed'
  expect(log).toEqual({ code: 0, lines: [expect.any(String), `last link: ${end._id}:${end.hash}`, noAnchor] })
  expect(expected).toEqual({
    code: 0,
    lines: [
      expect.any(String),
      'compared with 11 links of their neighbours, 0 of 0 anchors, and the log itself',
      'unbroken',
    ],
  })
  expect(differs.code).toBe(1)
  expect(differs.lines).toEqual([
    expect.any(String),
    'compared with 10 links of their neighbours, 1 of 1 anchors, and no log',
    'BROKEN in row 5, entry 10: its content is not what was sealed',
  ])
}, 60_000)
