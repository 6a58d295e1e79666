export { type Anchor, parseAnchor, readAnchor } from './anchor.ts'
export { appendOnly } from './append-only.ts'
export { type AuditFacts, AuditModel, auditTarget, type IAuditRow } from './audit-model.ts'
export { canonical, hashOfSeal, chainEntries, sha256 } from './chain.ts'
export {
  AuditVerificationModel,
  requestVerification,
  auditChainStatus,
  auditCheckMs,
  auditLateMs,
  verifyAuditChain,
  verifyAuditJob,
} from './verify-audit-chain.ts'
export { anchorHashesInLog } from './hashes-in-log.ts'
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
export { type RecordedView, viewsOf, recordView } from './note-look.ts'
export { sealAudit } from './seal-audit.ts'
export { AuditSealModel, UnsealedRowModel, type IAuditSeal } from './seal-model.ts'
export { type AuditVerification, verifyAudit } from './verify-audit.ts'
export { type Actor, writeAudit, writeAuditRows } from './write-audit.ts'
