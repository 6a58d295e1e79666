export { amountTenThousandths, roundingPerUnit } from './balance-evidence.ts'
export { type CurrentBalance, recordReading, supplierBalance, supplierBalances } from './balance-readings.ts'
export { isInCoins, isProven, noCost, type ProductCost, suggestedCoins } from './cost-rules.ts'
export { enterCost } from './enter-cost.ts'
export { inFlightUntil } from './in-flight.ts'
export { batchLesson, unitCosts } from './learn-costs.ts'
export { type ListCost, readListCosts, supplierProductsOf } from './list-costs.ts'
export { isConflict, mergeUnit } from './merge-unit.ts'
export { type PriceTerms, priceTerms, purchaseCost, requireListPrice } from './price-terms.ts'
export { forgetBalances } from './purchase-batch.ts'
export { createPurchaseLog } from './purchase-log.ts'
export {
  logRetentionMs,
  PurchaseLogModel,
  type PurchaseOutcome,
  purchaseLogIndexes,
} from './purchase-log-model.ts'
export { type AttemptTarget, type Commit, lookupPurchase, purchaseUnit } from './purchase-unit.ts'
export { rejectionCause } from './rejection-codes.ts'
export { type BatchPort, settleBatch } from './settle-batch.ts'
export { AccountModel, type BatchMember } from './supplier-account-model.ts'
export {
  type AccountStatistics,
  BalanceModel,
  type CoverageForecast,
  type IBalance,
  type RejectionCount,
} from './supplier-balance-model.ts'
export { type ISupplierProduct, SupplierProductModel, supplierProductId } from './supplier-product-model.ts'
export { syncPriceLists } from './sync-price-lists.ts'
export { type BatchPurchase, type IUnclearBatch, UnclearBatchModel } from './unclear-batch-model.ts'
export {
  type AfterAnswer,
  applyAnswer,
  isAwaitingReading,
  isBelowCost,
  nextReference,
  nextUnitStep,
  otherAccountAnswer,
  type SupplierAnswer,
} from './unit-rules.ts'
export { type IUnit, planUnits, type UnitState, unitSchema, unitStates } from './unit-schema.ts'
