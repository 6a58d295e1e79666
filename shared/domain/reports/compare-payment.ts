import { formatPaise } from '../../contracts/money.ts'
import type { PaymentState } from '../../providers/payments/payment-gateway.ts'
import type { Discrepancy, IPayment } from '../payments/index.ts'
import type { Finding } from './reconciliation-model.ts'

export type ComparisonInput = {
  ref: string
  of: 'order' | 'topup'
  status: string
  payment: Pick<IPayment, 'captures' | 'discrepancies'>
  /** The gateway's answer about each payment attempt. */
  answers: readonly { attemptId: string; answer: PaymentState }[]
}

/**
 * Received and booked amounts cover only the attempts that were answered, so that they can be compared with each other.
 */
export type ComparisonResult = {
  found: Finding[]
  receivedPaise: number
  payments: number
  bookedPaise: number
  captures: number
  isAnswered: boolean
}

type PaidAnswer = { attemptId: string; gatewayId: string; amountPaise: number }

/**
 * Pure. Compares the gateway's answers about a payment with what is booked. Nothing is reported about an attempt
 * without an answer.
 */
export function comparePayment({ answers, ...input }: ComparisonInput): ComparisonResult {
  const paid = answers.flatMap(({ attemptId, answer }) =>
    answer.kind === 'paid'
      ? [{ attemptId, gatewayId: answer.gatewayId, amountPaise: answer.amountPaise }]
      : [],
  )
  const unanswered = new Set(
    answers.flatMap(({ attemptId, answer }) => (answer.kind === 'unavailable' ? [attemptId] : [])),
  )
  const attemptIds = new Set(answers.map(({ attemptId }) => attemptId))
  const { captures, discrepancies } = input.payment
  const isAnswered = unanswered.size === 0
  const booked = [
    ...captures.filter(({ attemptId }) => !unanswered.has(attemptId)).map(({ amountPaise }) => amountPaise),
    ...(isAnswered ? discrepancies.filter(isCredited).map(({ inReviewPaise }) => inReviewPaise) : []),
  ]
  const received = paid.filter(({ gatewayId }) => !discrepancies.some((item) => isDismissed(item, gatewayId)))
  const missing = captures.filter(
    ({ attemptId }) =>
      attemptIds.has(attemptId) &&
      !unanswered.has(attemptId) &&
      !paid.some((item) => item.attemptId === attemptId),
  )
  return {
    found: [
      ...paid.flatMap((item) => compareReceived(input, item)),
      ...missing.map((item) =>
        newFinding(input, 'booked_not_paid', {
          about: item.gatewayId,
          amountPaise: item.amountPaise,
          external: 'The gateway knows of no payment',
          internal: `${formatPaise(item.amountPaise, { exact: true })} booked`,
        }),
      ),
    ],
    receivedPaise: received.reduce((sum, { amountPaise }) => sum + amountPaise, 0),
    payments: received.length,
    bookedPaise: booked.reduce((sum, paise) => sum + paise, 0),
    captures: booked.length,
    isAnswered,
  }
}

const isCredited = ({ resolution }: Discrepancy) => resolution?.answer === 'credit'
/** An admin has decided that this gateway id is not money of this payment. */
const isDismissed = ({ resolution, inReviewPaise, ...discrepancy }: Discrepancy, gatewayId: string) =>
  resolution?.answer === 'dismiss' && inReviewPaise > 0 && discrepancy.gatewayId === gatewayId

function compareReceived(input: Omit<ComparisonInput, 'answers'>, paid: PaidAnswer): Finding[] {
  const { captures, discrepancies } = input.payment
  const external = `${formatPaise(paid.amountPaise, { exact: true })} received`
  const capture = captures.find(
    ({ gatewayId, attemptId }) =>
      gatewayId === paid.gatewayId || (attemptId === paid.attemptId && paid.gatewayId === ''),
  )
  // A payment attempt may be answered later with another gateway id: what is booked for the attempt decides.
  const ofAttempt = captures.filter(({ attemptId }) => attemptId === paid.attemptId)
  const inReview = discrepancies.find(
    (discrepancy) => discrepancy.inReviewPaise > 0 && discrepancy.gatewayId === paid.gatewayId,
  )
  if (!capture && ofAttempt.length === 0) {
    if (inReview?.resolution) return []
    const internal = inReview ? 'Held, see Needs attention' : `${input.status}, no money booked`
    return [
      newFinding(input, 'paid_not_booked', {
        about: paid.attemptId,
        amountPaise: paid.amountPaise,
        external,
        internal,
      }),
    ]
  }
  const credited = discrepancies.filter(
    (discrepancy) => isCredited(discrepancy) && discrepancy.gatewayId === paid.gatewayId,
  )
  const booked = credited.reduce(
    (sum, { inReviewPaise }) => sum + inReviewPaise,
    (capture ?? ofAttempt[0])?.amountPaise ?? 0,
  )
  if (
    booked === paid.amountPaise ||
    discrepancies.some((discrepancy) => isDismissed(discrepancy, paid.gatewayId))
  )
    return []
  const internal = `${formatPaise(booked, { exact: true })} booked`
  const amountPaise = Math.abs(paid.amountPaise - booked)
  return [newFinding(input, 'amount_differs', { about: paid.attemptId, amountPaise, external, internal })]
}

const newFinding = (
  { ref, of }: Pick<ComparisonInput, 'ref' | 'of'>,
  kind: Finding['kind'],
  details: Pick<Finding, 'about' | 'amountPaise' | 'external' | 'internal'>,
): Finding => ({ kind, ref, of, ...details })
