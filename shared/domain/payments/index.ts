export { applyResult } from './apply-news.ts'
export { auditResolution } from './audit-closing.ts'
export { BankReferenceModel, isBankReference } from './bank-reference-model.ts'
export { resolutionPatch } from './closing-patch.ts'
export { breakerAccount, checkGateway } from './look-for-money.ts'
export { nextCheckAllowedAt } from './one-look.ts'
export { createPaymentAttempt, paymentUrlOf } from './open-link.ts'
export { lastPollAt } from './pace.ts'
export {
  type Discrepancy,
  type DiscrepancyResolution,
  openDiscrepancy,
  inReviewSince,
  isInReview,
} from './payment-doubts.ts'
export { lastCheck, isDeclined } from './payment-facts.ts'
export { clientTxnIdOf, newAttempt, openAttemptOf } from './payment-links.ts'
export type { PaymentResult } from './payment-news.ts'
export { interpretAnswer } from './payment-rules.ts'
export {
  bankReferenceIndex,
  type Capture,
  discrepancyIndex,
  type IPayment,
  hasVisibleChange,
  newPayment,
  paymentSchema,
} from './payment-schema.ts'
export type { PaymentPatch, PaymentSet } from './payment-update.ts'
export { type PaymentSteps, settlePayment } from './settle-payment.ts'
