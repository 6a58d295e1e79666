export { type Anchor, parse as parseAnchor, readAnchor } from './anchor.ts'
export { appendOnly } from './append-only.ts'
export { type AuditFacts, AuditModel, auditTarget, type IAuditRow } from './audit-model.ts'
export { canonical, hashOfSeal, linksFor, sha256 } from './chain.ts'
export {
  AuditCheckModel,
  askCheck,
  auditChain,
  auditCheckMs,
  auditLateMs,
  checkAudit,
  verifyAuditJob,
} from './check-audit.ts'
export { hashesInLog } from './hashes-in-log.ts'
export {
  type AuditQuery,
  auditList,
  cutPage,
  isRequestId,
  listAudit,
  pageOfAudit,
  sealsOf,
  targetsOf,
} from './list-audit.ts'
export { type Look, looksAt, noteLook } from './note-look.ts'
export { sealAudit } from './seal-audit.ts'
export { AuditSealModel, AuditWaitingModel, type IAuditSeal } from './seal-model.ts'
export { type AuditCheck, verifyAudit } from './verify-audit.ts'
export { type Author, writeAudit, writeAuditRows } from './write-audit.ts'
