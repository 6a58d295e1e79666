import { tableHeads } from '../../contracts/table-heads.ts'
import { canonical, type IAuditRow, type IAuditSeal, openRow, type RowKeys } from '../audit/index.ts'
import { type Cell, cellText, inIst } from './csv.ts'

const heads = tableHeads.audit

export const auditHeadings = [
  heads.n,
  inIst(heads.at),
  heads.by,
  'Who’s id',
  heads.action,
  heads.target,
  'Before',
  'After',
  heads.reason,
  heads.from,
  heads.request,
  'Row',
  'When (UTC)',
  'Row’s hash',
  'Previous entry hash',
  heads.hash,
  'Sealed (UTC)',
  'Keys of its texts',
  'Hashed content',
] as const

/**
 * The cells of an audit row in the file: the readable fields, the seal, and the text whose SHA-256 is the row's hash.
 * The readable fields can be reproduced from that text and the keys of this row alone (`changedCell`).
 */
export function auditCells(stored: IAuditRow, seal: IAuditSeal | undefined, keys: RowKeys = []): Cell[] {
  const row = openRow(stored, keys)
  return [
    seal && String(seal._id),
    row.at,
    row.by.name,
    row.by.userId,
    row.action,
    row.target,
    canonical(row.before),
    canonical(row.after),
    row.reason,
    row.from,
    row.requestId,
    row._id,
    row.at.toISOString(),
    seal?.rowHash,
    seal?.previousHash,
    seal?.hash,
    seal?.at.toISOString(),
    keys.map((key) => key?.toString('base64url') ?? '-').join(' '),
    canonical(stored),
  ]
}

/** A row of the file: `seal` is undefined if it was not sealed yet, `content` is the hashed text. */
export type FileRow = {
  cells: readonly string[]
  seal: IAuditSeal | undefined
  content: string
  row: IAuditRow
}

/** Undefined for a line that is not a row of such a file. */
export function fileRow(cells: readonly string[]): FileRow | undefined {
  const content = cells[auditHeadings.length - 1] ?? ''
  const row = parseRow(content)
  if (!row || cells.length !== auditHeadings.length) return undefined
  const [entry, [rowId = '', , rowHash = '', previousHash = '', hash = '', sealedAt = '']] = [
    cells[0],
    cells.slice(11),
  ]
  if (!entry) return { cells, seal: undefined, content, row }
  const seal = { _id: Number(entry), rowId, rowHash, previousHash, hash, at: new Date(sealedAt) }
  const isSeal = Number.isSafeInteger(seal._id) && seal._id > 0 && !Number.isNaN(seal.at.getTime())
  return isSeal ? { cells, seal, content, row } : undefined
}

function parseRow(content: string): IAuditRow | undefined {
  try {
    const { at, ...row } = JSON.parse(content)
    const parsed = { ...row, at: new Date(at) }
    // Throws for content that does not have the shape of a row.
    auditCells(parsed, undefined).map(cellText)
    return parsed
  } catch {
    return undefined
  }
}

/** The keys in the cell next to the hashed text. */
const keysIn = (cells: readonly string[]): RowKeys =>
  (cells[auditHeadings.length - 2] ?? '')
    .split(' ')
    .filter(Boolean)
    .map((key) => (key === '-' ? undefined : Buffer.from(key, 'base64url')))

/** The heading of the first cell that differs from the hashed text; undefined if all match. */
export function changedCell({ cells, row, seal }: FileRow): string | undefined {
  const written = auditCells(row, seal, keysIn(cells)).map(cellText)
  return auditHeadings.find((_head, at) => written[at] !== cells[at])
}
