import type { Officer } from '../../contracts/permissions.ts'
import { AuditModel, auditList, type IAuditRow, type IAuditSeal, sealsOf } from '../audit/index.ts'
import { auditAsked } from './audit-asked.ts'
import { byteOrderMark, type Cell, csvLine } from './csv.ts'
import { batchesOf } from './csv-rows.ts'
import { type Exporter, noteExport } from './note-export.ts'

type Filters = Parameters<typeof auditAsked>[1]

/**
 * The log that a view shows with the links of its rows, as CSV: whoever has it can hold the rows against their hashes
 * and the hashes against each other. That somebody took it is its own newest row.
 */
export async function exportAudit(
  by: Exporter & { asker: Officer },
  asked: Filters,
): Promise<AsyncIterable<string>> {
  const list = auditList(await auditAsked(by.asker, asked))
  await noteExport(by, 'audit', asked)
  return linesOf(list)
}

async function* linesOf(list: ReturnType<typeof auditList>): AsyncGenerator<string> {
  yield byteOrderMark + csvLine(heads)
  for await (const rows of batchesOf(AuditModel, list)) {
    const seals = await sealsOf(rows)
    yield rows.map((row) => csvLine(cellsOf(row, seals.get(row._id)))).join('')
  }
}

const heads = [
  ...['Entry', 'When (IST)', 'Who', 'Who’s id', 'What', 'On', 'Before', 'After', 'Why', 'From', 'Request'],
  ...['Row', 'When (UTC)', 'Row’s hash', 'Hash of the entry before', 'Hash', 'Sealed (UTC)'],
]

const cellsOf = (row: IAuditRow, seal: IAuditSeal | undefined): Cell[] => [
  ...[seal && String(seal._id), row.at, row.by.name, row.by.userId, row.act, row.target],
  ...[JSON.stringify(row.before), JSON.stringify(row.after), row.why, row.from, row.requestId, row._id],
  ...[row.at.toISOString(), seal?.rowHash, seal?.prev, seal?.hash, seal?.at.toISOString()],
]
