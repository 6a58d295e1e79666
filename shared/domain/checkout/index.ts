export { checkPaymentNow, checkUnitNow } from './check-now.ts'
export { listDiscrepancies, resolveDiscrepancy } from './payment-discrepancies.ts'
export { paymentPage } from './payment-page.ts'
export { startTopUp } from './start-top-up.ts'
