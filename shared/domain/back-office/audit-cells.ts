import { canonical, type IAuditRow, type IAuditSeal } from '../audit/index.ts'
import { type Cell, cellText } from './csv.ts'

export const auditHeads = [
  ...(['Entry', 'When (IST)', 'Who', 'Who’s id', 'What', 'On', 'Before', 'After', 'Why', 'From'] as const),
  ...(['Request', 'Row', 'When (UTC)', 'Row’s hash', 'Hash of the entry before', 'Hash'] as const),
  ...(['Sealed (UTC)', 'What the row’s hash is of'] as const),
] as const

/**
 * A row of the log as the file has it: to be read, then its link, then the very text whose SHA-256 the row's hash is.
 * All that is there to be read can be made again from that text (`changedCell`).
 */
export const auditCells = (row: IAuditRow, seal: IAuditSeal | undefined): Cell[] => [
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
  canonical(row),
]

/** A row of the file: `seal` is undefined where it was not sealed yet, `content` is what the row's hash is of. */
export type FileRow = {
  cells: readonly string[]
  seal: IAuditSeal | undefined
  content: string
  row: IAuditRow
}

/** Undefined for what is no row of such a file. */
export function fileRow(cells: readonly string[]): FileRow | undefined {
  const content = cells[auditHeads.length - 1] ?? ''
  const row = rowIn(content)
  if (!row || cells.length !== auditHeads.length) return undefined
  const [entry, [rowId = '', , rowHash = '', previousHash = '', hash = '', sealedAt = '']] = [
    cells[0],
    cells.slice(11),
  ]
  if (!entry) return { cells, seal: undefined, content, row }
  const seal = { _id: Number(entry), rowId, rowHash, previousHash, hash, at: new Date(sealedAt) }
  const isSeal = Number.isSafeInteger(seal._id) && seal._id > 0 && !Number.isNaN(seal.at.getTime())
  return isSeal ? { cells, seal, content, row } : undefined
}

function rowIn(content: string): IAuditRow | undefined {
  try {
    const { at, ...row } = JSON.parse(content)
    const read = { ...row, at: new Date(at) }
    // What has not the shape of a row cannot be written as one.
    auditCells(read, undefined).map(cellText)
    return read
  } catch {
    return undefined
  }
}

/** The head of the first cell that is not what the row's hash is of; undefined where all of them are. */
export function changedCell({ cells, row, seal }: FileRow): string | undefined {
  const written = auditCells(row, seal).map(cellText)
  return auditHeads.find((_head, at) => written[at] !== cells[at])
}
