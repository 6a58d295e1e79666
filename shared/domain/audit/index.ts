export { AuditModel, auditTarget, type IAuditRow } from './audit-model.ts'
export { listAudit } from './list-audit.ts'
export { type Author, writeAudit } from './write-audit.ts'
