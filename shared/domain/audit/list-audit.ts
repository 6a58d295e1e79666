import type { AuditRow } from '../../contracts/audit.ts'
import { AuditModel, type IAuditRow } from './audit-model.ts'

/** What was done to somebody or something, the latest first. */
export async function listAudit(target: string, most = 200): Promise<AuditRow[]> {
  const rows = await AuditModel.find({ target }).sort({ at: -1, _id: -1 }).limit(most).lean<IAuditRow[]>()
  return rows.map(viewOf)
}

const viewOf = ({ _id, at, by, act, before, after, why, from }: IAuditRow): AuditRow => ({
  ...{ id: _id, at: at.toISOString(), act, before, after, why, from },
  by: by.name,
  byId: by.userId,
})
