import { AuditModel, type IAuditRow, type OpenRow, openRows } from '@jhatpat/shared/domain/audit/index.ts'
import type { QueryFilter } from 'mongoose'

/** Rows of the audit log as they were written, oldest first. */
export const auditRows = async (filter: QueryFilter<IAuditRow> = {}): Promise<OpenRow[]> =>
  openRows(await AuditModel.find(filter).sort({ at: 1, _id: 1 }).lean<IAuditRow[]>())
