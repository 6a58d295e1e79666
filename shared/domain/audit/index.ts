export { type Anchor, anchorHashesInLog, parseAnchor, readAnchor } from './anchor.ts'
export { appendOnly } from './append-only.ts'
export { type AuditFacts, AuditModel, auditTarget, type IAuditRow } from './audit-model.ts'
export { canonical, chainEntries, hashOfSeal, sha256 } from './chain.ts'
export {
  type AuditPage,
  type AuditQuery,
  auditList,
  isRequestId,
  listAudit,
  openRows,
  pageOfAudit,
  redactPage,
  rowKeys,
  targetsOf,
} from './list-audit.ts'
export {
  destroyPersonKey,
  type IPersonKey,
  MissingSecretKeyError,
  PersonKeyModel,
  rewrapPersonKeys,
  usePersonKeys,
} from './person-keys.ts'
export { sealAudit, sealsOf } from './seal-audit.ts'
export { AuditSealModel, type IAuditSeal, UnsealedRowModel } from './seal-model.ts'
export { type OpenRow, openRow, type RowKeys } from './sealed-texts.ts'
export { verifyAudit } from './verify-audit.ts'
export {
  AuditVerificationModel,
  auditChainStatus,
  auditOverdueMs,
  auditVerificationMs,
  requestVerification,
  verifyAuditChain,
  verifyAuditJob,
} from './verify-audit-chain.ts'
export {
  type Actor,
  type RecordedView,
  recordView,
  viewsOf,
  writeAudit,
  writeAuditRows,
} from './write-audit.ts'
