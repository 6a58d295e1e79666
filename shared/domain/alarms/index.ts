export { alertId, type IAlert, AlertModel } from './alert-model.ts'
export { raiseAlert } from './raise-alert.ts'
