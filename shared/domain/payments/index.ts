export { withNews } from './apply-news.ts'
export { auditClosing } from './audit-closing.ts'
export { BankReferenceModel, isBankReference } from './bank-reference-model.ts'
export { closingPatch } from './closing-patch.ts'
export { breakerAccount, lookForMoney } from './look-for-money.ts'
export { nextTurnAt } from './one-look.ts'
export { openLink, payAddress } from './open-link.ts'
export { lastLookAt } from './pace.ts'
export {
  type Doubt,
  type DoubtClosing,
  doubtToClose,
  heldSince,
  isChecked,
} from './payment-doubts.ts'
export { lastAsked, wasDeclined } from './payment-facts.ts'
export { clientTxnIdOf, newLink, openLinkOf } from './payment-links.ts'
export type { PaymentNews } from './payment-news.ts'
export { readAnswer } from './payment-rules.ts'
export {
  bankReferenceIndex,
  type Capture,
  doubtIndex,
  type IPayment,
  looksDifferent,
  newPayment,
  paymentSchema,
} from './payment-schema.ts'
export type { LookPatch, PaymentSet } from './payment-update.ts'
export { type PaymentSteps, settlePayment } from './settle-payment.ts'
