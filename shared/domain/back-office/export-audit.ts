import type { StaffMember } from '../../contracts/permissions.ts'
import { AuditModel, auditList, sealsOf } from '../audit/index.ts'
import { parseAuditQuery } from './audit-asked.ts'
import { auditCells, auditHeads } from './audit-cells.ts'
import { byteOrderMark, csvLine } from './csv.ts'
import { batchesOf } from './csv-rows.ts'
import { type ExportActor, recordExport } from './record-export.ts'

type Filters = Parameters<typeof parseAuditQuery>[1]

/**
 * The log that a view shows with the links of its rows, as CSV: whoever has it can hold the rows against their hashes
 * and the hashes against each other (`verifyAuditCsv`). That somebody took it is its own newest row.
 */
export async function exportAudit(
  by: ExportActor & { asker: StaffMember },
  asked: Filters,
): Promise<AsyncIterable<string>> {
  const list = auditList(await parseAuditQuery(by.asker, asked))
  await recordExport(by, 'audit', asked)
  return linesOf(list)
}

async function* linesOf(list: ReturnType<typeof auditList>): AsyncGenerator<string> {
  yield byteOrderMark + csvLine(auditHeads)
  for await (const rows of batchesOf(AuditModel, list)) {
    const seals = await sealsOf(rows)
    yield rows.map((row) => csvLine(auditCells(row, seals.get(row._id)))).join('')
  }
}
