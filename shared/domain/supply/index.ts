export {
  isInCoins,
  isProven,
  noCost,
  type PackCost,
  suggestedCoins,
} from './cost-rules.ts'
export { enterCost } from './enter-cost.ts'
export { batchLesson, unitCosts } from './learn-costs.ts'
export { listAlarms } from './list-alarms.ts'
export { type PackSet, type PackSetCost, packsOf, readPackCosts } from './pack-costs.ts'
export { type ISupplierPack, packId, SupplierPackModel } from './pack-model.ts'
export { costOf, type PackTerms, packTerms, requireListPrice } from './pack-terms.ts'
export { syncPacks } from './sync-packs.ts'
