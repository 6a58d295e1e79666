export { ContinuousCheckModel } from './continuous/check-model.ts'
export { checkOrders } from './continuous/check-orders.ts'
export { dueTasks, earliestDue, sweepFilter } from './due-tasks.ts'
export { listOverdueTasks } from './list-overdue-tasks.ts'
export { type Readiness, readReadiness } from './read-readiness.ts'
export { assessOrderTasks, assessTask, requeueTask, type TaskAssessment, taskKindOf } from './requeue-task.ts'
export { LedgerBalanceModel } from './seals/balance-model.ts'
export { checkSealedDays } from './seals/check-days.ts'
export { FullCheckModel } from './seals/full-check-model.ts'
export { sealDays } from './seals/seal-days.ts'
export { LedgerSealModel, LedgerSealPartModel } from './seals/seal-model.ts'
export { adriftPaise } from './verification/adrift-paise.ts'
export { verifyHistory } from './verification/verify-history.ts'
export {
  type LedgerFault,
  ledgerVerification,
  verificationOverdueMs,
  verificationRetryMs,
  verifyLedger,
} from './verification/verify-ledger.ts'
export { verifyOpenDays } from './verification/verify-open-days.ts'
