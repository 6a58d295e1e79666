export { AlertModel, alertId, type IAlert } from './alert-model.ts'
export { raiseAlert } from './raise-alert.ts'
