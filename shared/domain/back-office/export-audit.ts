import type { StaffMember } from '../../contracts/permissions.ts'
import { AuditModel, auditList, rowKeys, sealsOf } from '../audit/index.ts'
import { auditCells, auditHeadings } from './audit-cells.ts'
import { byteOrderMark, csvLine } from './csv.ts'
import { batchesOf } from './csv-rows.ts'
import { parseAuditQuery } from './parse-audit-query.ts'
import { type ExportActor, recordExport } from './record-export.ts'

type Filters = Parameters<typeof parseAuditQuery>[1]

/**
 * The audit rows of a view with their seals, as CSV. Its rows, hashes and chain can be verified offline
 * (`verifyAuditCsv`). The export itself is recorded as a new audit row.
 */
export async function exportAudit(
  by: ExportActor & { asker: StaffMember },
  filters: Filters,
): Promise<AsyncIterable<string>> {
  const list = auditList(await parseAuditQuery(by.asker, filters))
  await recordExport(by, 'audit', filters)
  return csvChunks(list)
}

async function* csvChunks(list: ReturnType<typeof auditList>): AsyncGenerator<string> {
  yield byteOrderMark + csvLine(auditHeadings)
  for await (const rows of batchesOf(AuditModel, list)) {
    const [seals, keys] = await Promise.all([sealsOf(rows), rowKeys(rows)])
    yield rows.map((row) => csvLine(auditCells(row, seals.get(row._id), keys.get(row._id)))).join('')
  }
}
