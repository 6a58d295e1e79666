export { AccountModel, type Member } from './account-model.ts'
export {
  type AccountFigures,
  BalanceModel,
  type IBalance,
  type Reckoned,
  type RefusalCount,
} from './balance-model.ts'
export {
  type Leave,
  leaveToCall,
  leaveUnlessRateLimited,
  noteAvailability,
  pausedUntil,
  restsUntil,
  slowDown,
} from './breaker.ts'
export { type Bought, buyUnit, type Commit, lookUpUnit, type SentTo } from './buy-unit.ts'
export { pointsOf, roundingPerPack } from './evidence.ts'
export { inFlightUntil } from './in-flight.ts'
export { isConflict, mergeUnit } from './merge-unit.ts'
export { noteReading, readBalance } from './note-reading.ts'
export { callsKeptMs, PackCallModel, type PackOutcome, packCallIndexes } from './pack-call-model.ts'
export { refusalCauseOf } from './refusal-codes.ts'
export { createSupplierBook } from './supplier-book.ts'
export {
  type Batch,
  type BoughtPack,
  type GroupDesk,
  type LearnedFrom,
  turnOver,
  type UnitCost,
} from './turn-over.ts'
export { type BatchPurchase, type IUnclearBatch, UnclearBatchModel } from './unclear-batch-model.ts'
export {
  type AfterAnswer,
  type Answer,
  applyAnswer,
  awaitsBalance,
  isHeldBack,
  nextUnitStep,
  ofAnotherAccount,
  type UnitStep,
} from './unit-rules.ts'
export { type IUnit, planUnits, type UnitState, unitSchema, unitStates } from './unit-schema.ts'
