export { BankReferenceModel, isBankReference, reserveReference } from './bank-reference-model.ts'
export { breakerAccount, checkGateway } from './check-gateway.ts'
export { lastPollAt, nextCheckAllowedAt } from './check-schedule.ts'
export { createPaymentAttempt, paymentUrlOf } from './create-payment-attempt.ts'
export {
  type Discrepancy,
  type DiscrepancyResolution,
  inReviewSince,
  isInReview,
  openDiscrepancy,
} from './discrepancies.ts'
export { findLaterAttempts } from './later-attempts.ts'
export { clientTxnIdOf, newAttempt, openAttemptOf } from './payment-attempts.ts'
export { isDeclined, lastCheck } from './payment-facts.ts'
export { applyResult, type PaymentResult } from './payment-result.ts'
export {
  bankReferenceIndex,
  type Capture,
  discrepancyIndex,
  hasVisibleChange,
  type IPayment,
  newPayment,
  type PaymentPatch,
  type PaymentSet,
  paymentSchema,
} from './payment-schema.ts'
export { interpretAnswer } from './read-gateway-answers.ts'
export { auditResolution, resolutionPatch } from './resolve-discrepancy.ts'
export { type PaymentCheck, settlePayment, writeFirst } from './settle-payment.ts'
