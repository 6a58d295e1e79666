export { createVendorCallLog, listVendorCalls, type VendorCallLog } from './vendor-call-log.ts'
export { VendorCallModel } from './vendor-call-model.ts'
