export { askedJustNow, lookForMoney, type Payable } from './look-for-money.ts'
export { openPayment, type PaymentLink, payAddress } from './open-payment.ts'
export { nextLookAt, type PaymentNews, readAnswer } from './payment-rules.ts'
export { type Capture, type IPayment, lookPatch, newPayment, paymentSchema } from './payment-schema.ts'
