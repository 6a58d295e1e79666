export { dueWork } from './due-work.ts'
export { listOverdue } from './list-overdue.ts'
export { lookForPaymentNow, lookForUnitNow } from './look-now.ts'
export { paymentPage } from './payment-page.ts'
