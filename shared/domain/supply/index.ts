export {
  isInCoins,
  isProven,
  noCost,
  type ProductCost,
  suggestedCoins,
} from './cost-rules.ts'
export { enterCost } from './enter-cost.ts'
export { batchLesson, unitCosts } from './learn-costs.ts'
export { listAlerts } from './list-alarms.ts'
export { type ItemSource, type ListCost, supplierProductsOf, readListCosts } from './pack-costs.ts'
export { type ISupplierProduct, supplierProductId, SupplierProductModel } from './pack-model.ts'
export { purchaseCost, type PriceTerms, priceTerms, requireListPrice } from './pack-terms.ts'
export { syncPriceLists } from './sync-packs.ts'
