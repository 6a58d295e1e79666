import type { PaymentState } from '../../providers/payments/payment-gateway.ts'
import { interpretPaid } from './paid-answer.ts'
import { isEffective, type PaymentResult } from './payment-news.ts'
import type { IPayment } from './payment-schema.ts'

export type AttemptAnswer = { attemptId: string; answer: PaymentState }

/**
 * What the answers about all attempts of a payment mean together. One that brings something comes first; a payment
 * expires only when each of its attempts was asked about and has expired.
 */
export function interpretAnswers(payment: IPayment, answers: readonly AttemptAnswer[], now: Date): PaymentResult {
  const result = answers.map(({ answer }) => interpretAnswer(payment, answer, now))
  const effective = result.find(isEffective)
  if (effective) return effective
  const asked = new Set(answers.map(({ attemptId }) => attemptId))
  const open =
    result.findLast(({ kind }) => kind === 'nothing') ??
    (payment.attempts.every((attempt) => asked.has(attempt.id)) ? undefined : nothingYet)
  return open ?? result.at(-1) ?? nothingYet
}

const nothingYet: PaymentResult = { kind: 'nothing', vendorStatus: '' }

/**
 * Reads one answer. No answer at all never expires a payment, however late it is: only the gateway can say that no
 * money came.
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
