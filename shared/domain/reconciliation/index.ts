export { closeException } from './close-exception.ts'
export { beginDay, beginLastDay, reconcilePart } from './reconcile.ts'
export { ExceptionModel, ReconciliationModel } from './reconciliation-model.ts'
export { countOpen, viewDay } from './view-day.ts'
