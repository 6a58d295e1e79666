import type { PaymentState } from '../../providers/payments/payment-gateway.ts'
import { readPaid } from './paid-answer.ts'
import type { DoubtFacts } from './payment-doubts.ts'
import type { Capture, IPayment } from './payment-schema.ts'

/** What an answer of the gateway means for a payment. */
export type PaymentNews =
  /** Money we have not seen before. */
  | { kind: 'captured'; capture: Omit<Capture, 'to'> }
  /** The bank reference of money that is known. */
  | { kind: 'referenced'; gatewayId: string; bankReference: string }
  /** Something that only a person can judge. */
  | { kind: 'doubted'; doubt: DoubtFacts }
  /** Not paid, and the time to pay is over or the gateway closed it. */
  | { kind: 'lapsed'; vendorStatus: string }
  | { kind: 'nothing'; vendorStatus: string }

export type LinkAnswer = { linkId: string; answer: PaymentState }

/** Worth another look at the same answers: one write takes one of these. */
export const isFresh = ({ kind }: PaymentNews): boolean => kind !== 'lapsed' && kind !== 'nothing'

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
      return { kind: 'lapsed', vendorStatus: answer.vendorStatus }
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
