import { AuditModel, type IAuditRow } from './audit-model.ts'
import { hashOfRow } from './chain.ts'
import { AuditSealModel, type IAuditSeal } from './seal-model.ts'

/** The hashes that the log has of these rows, by the row's id: of its link, or of a row that waits for one, without. */
export async function anchorHashesInLog(
  rowIds: readonly string[],
): Promise<Map<string, Pick<IAuditSeal, 'rowHash' | 'hash'>>> {
  const seals = await AuditSealModel.find({ rowId: { $in: [...rowIds] } }).lean<IAuditSeal[]>()
  const known = new Map(seals.map(({ rowId, rowHash, hash }) => [rowId, { rowHash, hash }]))
  const waiting = rowIds.filter((rowId) => !known.has(rowId))
  if (waiting.length === 0) return known
  const rows = await AuditModel.find({ _id: { $in: waiting } }).lean<IAuditRow[]>()
  for (const row of rows) known.set(row._id, { rowHash: hashOfRow(row), hash: '' })
  return known
}
