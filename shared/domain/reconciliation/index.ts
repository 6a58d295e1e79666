export { resolveException } from './resolve-exception.ts'
export { startDay, startYesterday, reconcileNextPart } from './reconcile.ts'
export { ReconciliationExceptionModel, ReconciliationRunModel } from './reconciliation-model.ts'
export { countOpen, viewDay } from './view-day.ts'
