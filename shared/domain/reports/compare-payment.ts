import { formatPaise } from '../../contracts/money.ts'
import type { PaymentState } from '../../providers/payments/payment-gateway.ts'
import type { Discrepancy, IPayment } from '../payments/index.ts'
import type { Finding } from './reconciliation-model.ts'

export type Asked = {
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
export type Compared = {
  found: Finding[]
  receivedPaise: number
  payments: number
  bookedPaise: number
  captures: number
  isAnswered: boolean
}

type Paid = { attemptId: string; gatewayId: string; amountPaise: number }

/**
 * Pure. Compares the gateway's answers about a payment with what is booked. Nothing is reported about an attempt
 * without an answer.
 */
export function comparePayment({ answers, ...asked }: Asked): Compared {
  const paid = answers.flatMap(({ attemptId, answer }) =>
    answer.kind === 'paid'
      ? [{ attemptId, gatewayId: answer.gatewayId, amountPaise: answer.amountPaise }]
      : [],
  )
  const silent = new Set(
    answers.flatMap(({ attemptId, answer }) => (answer.kind === 'unavailable' ? [attemptId] : [])),
  )
  const asks = new Set(answers.map(({ attemptId }) => attemptId))
  const { captures, discrepancies } = asked.payment
  const isAnswered = silent.size === 0
  const booked = [
    ...captures.filter(({ attemptId }) => !silent.has(attemptId)).map(({ amountPaise }) => amountPaise),
    ...(isAnswered ? discrepancies.filter(isCredited).map(({ inReviewPaise }) => inReviewPaise) : []),
  ]
  const received = paid.filter(({ gatewayId }) => !discrepancies.some((one) => isDismissed(one, gatewayId)))
  const missing = captures.filter(
    ({ attemptId }) =>
      asks.has(attemptId) && !silent.has(attemptId) && !paid.some((one) => one.attemptId === attemptId),
  )
  return {
    found: [
      ...paid.flatMap((one) => paidFound(asked, one)),
      ...missing.map((one) =>
        found(asked, 'booked_not_paid', {
          about: one.gatewayId,
          amountPaise: one.amountPaise,
          external: 'The gateway knows of no payment',
          internal: `${formatPaise(one.amountPaise, { exact: true })} booked`,
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

function paidFound(asked: Omit<Asked, 'answers'>, one: Paid): Finding[] {
  const { captures, discrepancies } = asked.payment
  const external = `${formatPaise(one.amountPaise, { exact: true })} received`
  const same = captures.find(
    ({ gatewayId, attemptId }) =>
      gatewayId === one.gatewayId || (attemptId === one.attemptId && one.gatewayId === ''),
  )
  // A payment attempt may be answered later with another gateway id: what is booked for the attempt decides.
  const ofAttempt = captures.filter(({ attemptId }) => attemptId === one.attemptId)
  const inReview = discrepancies.find(
    (discrepancy) => discrepancy.inReviewPaise > 0 && discrepancy.gatewayId === one.gatewayId,
  )
  if (!same && ofAttempt.length === 0) {
    if (inReview?.resolution) return []
    const internal = inReview ? 'Held for a person, on Maintenance' : `${asked.status}, no money booked`
    return [
      found(asked, 'paid_not_booked', {
        about: one.attemptId,
        amountPaise: one.amountPaise,
        external,
        internal,
      }),
    ]
  }
  const credited = discrepancies.filter(
    (discrepancy) => isCredited(discrepancy) && discrepancy.gatewayId === one.gatewayId,
  )
  const booked = credited.reduce(
    (sum, { inReviewPaise }) => sum + inReviewPaise,
    (same ?? ofAttempt[0])?.amountPaise ?? 0,
  )
  if (
    booked === one.amountPaise ||
    discrepancies.some((discrepancy) => isDismissed(discrepancy, one.gatewayId))
  )
    return []
  const internal = `${formatPaise(booked, { exact: true })} booked`
  const amountPaise = Math.abs(one.amountPaise - booked)
  return [found(asked, 'amount_differs', { about: one.attemptId, amountPaise, external, internal })]
}

const found = (
  { ref, of }: Pick<Asked, 'ref' | 'of'>,
  kind: Finding['kind'],
  said: Pick<Finding, 'about' | 'amountPaise' | 'external' | 'internal'>,
): Finding => ({ kind, ref, of, ...said })
