export { lookForPaymentNow, lookForUnitNow } from './look-now.ts'
export { paymentPage } from './payment-page.ts'
