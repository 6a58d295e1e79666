import { toDecimalText } from '../../contracts/money.ts'
import type { PaymentState } from '../../providers/payments/payment-gateway.ts'
import { type DiscrepancyFacts, isRecorded } from './discrepancies.ts'
import { clientTxnIdOf } from './payment-attempts.ts'
import { isEffective, type PaymentResult } from './payment-result.ts'
import type { Capture, IPayment } from './payment-schema.ts'

export type AttemptAnswer = { attemptId: string; answer: PaymentState }

/**
 * What the answers about all attempts of a payment mean together. An effective result comes first; a payment expires
 * only when each of its attempts was checked and has expired.
 */
export function interpretAnswers(
  payment: IPayment,
  answers: readonly AttemptAnswer[],
  now: Date,
): PaymentResult {
  const results = answers.map(({ answer }) => interpretAnswer(payment, answer, now))
  const effective = results.find(isEffective)
  if (effective) return effective
  const checked = new Set(answers.map(({ attemptId }) => attemptId))
  const undecided =
    results.findLast(({ kind }) => kind === 'nothing') ??
    (payment.attempts.every((attempt) => checked.has(attempt.id)) ? undefined : noResult)
  return undecided ?? results.at(-1) ?? noResult
}

const noResult: PaymentResult = { kind: 'nothing', vendorStatus: '' }

/**
 * Interprets one answer. A missing answer never expires a payment, however late: only the gateway can say that no money
 * came.
 */
export function interpretAnswer(payment: IPayment, answer: PaymentState, now: Date): PaymentResult {
  switch (answer.kind) {
    case 'paid':
      return interpretPaid(payment, answer, now)
    case 'failed':
      return { kind: 'expired', vendorStatus: answer.vendorStatus, isDeclined: now < payment.payBefore }
    case 'pending':
    case 'not_found': {
      const vendorStatus = answer.kind === 'pending' ? answer.vendorStatus : 'not found'
      return { kind: now >= payment.payBefore ? 'expired' : 'nothing', vendorStatus }
    }
    case 'unavailable':
      return { kind: 'nothing', vendorStatus: 'no answer' }
    default:
      return answer satisfies never
  }
}

/** Replaces a result whose bank reference belongs to another order: the money waits for a person's decision. */
export function withDuplicateReference(result: PaymentResult, report: Report, owner: string): PaymentResult {
  const { bankReference: reference, amountPaise } = report.paid
  const inReviewPaise = result.kind === 'captured' ? amountPaise : 0
  const facts = { known: reference, reported: reference, inReviewPaise, orderRef: owner }
  return { kind: 'discrepancyFound', discrepancy: discrepancyOf('reference_reused', report, facts) }
}

type Paid = Extract<PaymentState, { kind: 'paid' }>
type Report = { paid: Paid; now: Date }

/**
 * Interprets the answer "paid". A payment is identified by its attempt and the gateway's own id. Its bank reference may
 * be empty or come later, so another reference or amount under a known id is not new money but a discrepancy.
 * (PROVIDERS §7: `upi_txn_id` may be empty or the payment app's own id.)
 */
function interpretPaid(payment: IPayment, paid: Paid, now: Date): PaymentResult {
  const knownCapture = findCapture(payment, paid)
  if (knownCapture) return compare(payment, knownCapture, { paid, now })
  const inReview = payment.discrepancies.find(
    (discrepancy) =>
      discrepancy.kind === 'reference_reused' &&
      discrepancy.gatewayId === idOf(paid) &&
      discrepancy.inReviewPaise > 0,
  )
  if (inReview) return compareInReview(payment, inReview, { paid, now })
  const { bankReference, amountPaise, payer } = paid
  if (hasReference(payment, bankReference)) {
    const facts = { known: bankReference, reported: bankReference, inReviewPaise: amountPaise }
    return discrepancyFound(payment, discrepancyOf('reference_reused', { paid, now }, facts))
  }
  const capture = {
    gatewayId: idOf(paid),
    attemptId: paid.clientTxnId,
    bankReference,
    amountPaise,
    payer,
    at: now,
  }
  return { kind: 'captured', capture }
}

/** Where the gateway gives no id, an attempt has one payment. */
const idOf = (paid: Paid) => paid.gatewayId || paid.clientTxnId

function findCapture({ captures }: IPayment, paid: Paid): Capture | undefined {
  const ofAttempt = captures.filter((capture) => capture.attemptId === paid.clientTxnId)
  // A capture without a gateway id is stored under its attempt or its bank reference.
  const unnamed = ({ gatewayId, attemptId, bankReference }: Capture) =>
    paid.gatewayId === '' || gatewayId === attemptId || gatewayId === bankReference
  return (
    captures.find((capture) => capture.gatewayId === idOf(paid)) ??
    ofAttempt.find((capture) => unnamed(capture) && capture.bankReference === paid.bankReference) ??
    ofAttempt.find(unnamed)
  )
}

const hasReference = ({ captures }: IPayment, reference: string) =>
  reference !== '' && captures.some((capture) => capture.bankReference === reference)

function compare(payment: IPayment, known: Capture, report: Report): PaymentResult {
  const { bankReference: reference, amountPaise } = report.paid
  const isOtherReference = reference !== '' && known.bankReference !== '' && reference !== known.bankReference
  const { gatewayId } = known
  if (isOtherReference) {
    const facts = { gatewayId, known: known.bankReference, reported: reference, inReviewPaise: amountPaise }
    return discrepancyFound(payment, discrepancyOf('reference_changed', report, facts))
  }
  if (amountPaise !== known.amountPaise) {
    const inReviewPaise = Math.max(0, amountPaise - known.amountPaise)
    const facts = { gatewayId, ...amounts(known.amountPaise, amountPaise), inReviewPaise }
    return discrepancyFound(payment, discrepancyOf('amount_changed', report, facts))
  }
  if (reference === '' || known.bankReference !== '') return nothing
  const facts = { gatewayId, known: reference, reported: reference, inReviewPaise: 0 }
  const reused = discrepancyOf('reference_reused', report, facts)
  if (isRecorded(payment, reused)) return nothing
  if (hasReference(payment, reference)) return { kind: 'discrepancyFound', discrepancy: reused }
  return { kind: 'referenced', gatewayId, bankReference: reference }
}

/** Money that is in review already. Once a person has dismissed it, the payment counts as unpaid. */
function compareInReview(
  payment: IPayment,
  inReview: IPayment['discrepancies'][number],
  report: Report,
): PaymentResult {
  const { bankReference: reference, amountPaise } = report.paid
  if (reference !== '' && reference !== inReview.reported) {
    const facts = { known: inReview.reported, reported: reference, inReviewPaise: 0 }
    const discrepancy = discrepancyOf('reference_changed', report, facts)
    if (!isRecorded(payment, discrepancy)) return { kind: 'discrepancyFound', discrepancy }
  }
  if (amountPaise !== inReview.amountPaise) {
    const facts = { ...amounts(inReview.amountPaise, amountPaise), inReviewPaise: 0 }
    const discrepancy = discrepancyOf('amount_changed', report, facts)
    if (!isRecorded(payment, discrepancy)) return { kind: 'discrepancyFound', discrepancy }
  }
  const isExpired = inReview.resolution !== null && report.now >= payment.payBefore
  return {
    kind: isExpired ? 'expired' : 'nothing',
    vendorStatus: inReview.resolution ? 'not this payment' : 'in_review',
  }
}

const nothing: PaymentResult = { kind: 'nothing', vendorStatus: 'paid' }

const amounts = (known: number, reported: number) => ({
  known: toDecimalText(known),
  reported: toDecimalText(reported),
})

const discrepancyFound = (payment: IPayment, discrepancy: DiscrepancyFacts): PaymentResult =>
  isRecorded(payment, discrepancy) ? nothing : { kind: 'discrepancyFound', discrepancy }

type Facts = Pick<DiscrepancyFacts, 'known' | 'reported' | 'inReviewPaise'> &
  Partial<Pick<DiscrepancyFacts, 'orderRef' | 'gatewayId'>>

function discrepancyOf(
  kind: DiscrepancyFacts['kind'],
  { paid, now }: Report,
  facts: Facts,
): DiscrepancyFacts {
  return {
    kind,
    at: now,
    gatewayId: idOf(paid),
    orderRef: clientTxnIdOf(paid.clientTxnId),
    vendorStatus: 'success',
    amountPaise: paid.amountPaise,
    ...facts,
  }
}
