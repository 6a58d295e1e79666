export { createVendorCallLog, type VendorCallLog } from './vendor-call-log.ts'
export { VendorCallModel } from './vendor-call-model.ts'
export { listVendorCalls } from './list-exchanges.ts'
