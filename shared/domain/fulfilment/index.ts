export { AccountModel, type BatchMember } from './account-model.ts'
export {
  type AccountStatistics,
  BalanceModel,
  type IBalance,
  type CoverageForecast,
  type RejectionCount,
} from './balance-model.ts'
export {
  type Permit,
  callPermit,
  callbackPermit,
  recordAvailability,
  openUntil,
  cooldownUntil,
  slowDown,
} from './breaker.ts'
export { type PurchaseResult, purchaseUnit, type Commit, lookupPurchase, type AttemptTarget } from './buy-unit.ts'
export { amountTenThousandths, roundingPerUnit } from './evidence.ts'
export { inFlightUntil } from './in-flight.ts'
export { isConflict, mergeUnit } from './merge-unit.ts'
export { recordReading, supplierBalance } from './note-reading.ts'
export { logRetentionMs, PurchaseLogModel, type PurchaseOutcome, purchaseLogIndexes } from './pack-call-model.ts'
export { rejectionCause } from './rejection-codes.ts'
export { createPurchaseLog } from './supplier-book.ts'
export {
  type Batch,
  type CertainPurchase,
  type BatchPort,
  type CostLesson,
  settleBatch,
  type UnitCost,
} from './turn-over.ts'
export { type BatchPurchase, type IUnclearBatch, UnclearBatchModel } from './unclear-batch-model.ts'
export {
  type AfterAnswer,
  type SupplierAnswer,
  applyAnswer,
  isAwaitingReading,
  isHeldBack,
  nextUnitStep,
  ofAnotherAccount,
  type UnitStep,
} from './unit-rules.ts'
export { type IUnit, planUnits, type UnitState, unitSchema, unitStates } from './unit-schema.ts'
