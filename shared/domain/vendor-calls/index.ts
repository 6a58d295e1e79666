export { createVendorCallLog, listVendorCalls, type VendorCallLog } from './vendor-call-log.ts'
export { VendorCallBlockModel } from './vendor-call-model.ts'
