import type { PaymentState } from '../../providers/payments/payment-gateway.ts'
import { readPaid } from './paid-answer.ts'
import { isFresh, type PaymentNews } from './payment-news.ts'
import type { IPayment } from './payment-schema.ts'

export type LinkAnswer = { linkId: string; answer: PaymentState }

/**
 * What the answers about all links of a payment mean together. One that brings something comes first; a payment
 * lapses only when each of its links was asked about and has lapsed.
 */
export function readAnswers(payment: IPayment, answers: readonly LinkAnswer[], now: Date): PaymentNews {
  const news = answers.map(({ answer }) => readAnswer(payment, answer, now))
  const fresh = news.find(isFresh)
  if (fresh) return fresh
  const asked = new Set(answers.map(({ linkId }) => linkId))
  const open =
    news.findLast(({ kind }) => kind === 'nothing') ??
    (payment.links.every((link) => asked.has(link.id)) ? undefined : nothingYet)
  return open ?? news.at(-1) ?? nothingYet
}

const nothingYet: PaymentNews = { kind: 'nothing', vendorStatus: '' }

/**
 * Reads one answer. No answer at all never lapses a payment, however late it is: only the gateway can say that no
 * money came.
 */
export function readAnswer(payment: IPayment, answer: PaymentState, now: Date): PaymentNews {
  switch (answer.kind) {
    case 'paid':
      return readPaid(payment, answer, now)
    case 'failed':
      return { kind: 'lapsed', vendorStatus: answer.vendorStatus, isDeclined: now < payment.payBefore }
    case 'pending':
    case 'not_found': {
      const vendorStatus = answer.kind === 'pending' ? answer.vendorStatus : 'not found'
      return { kind: now >= payment.payBefore ? 'lapsed' : 'nothing', vendorStatus }
    }
    case 'unavailable':
      return { kind: 'nothing', vendorStatus: 'no answer' }
    default:
      return answer satisfies never
  }
}
