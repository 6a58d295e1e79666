import type { PaymentState } from '../../providers/payments/payment-gateway.ts'
import type { Capture, IPayment } from './payment-schema.ts'

/** What an answer of the gateway means for a payment. */
export type PaymentNews =
  /** Money we have not seen before. */
  | { kind: 'captured'; capture: Omit<Capture, 'to'> }
  /** Not paid, and the time to pay is over or the gateway closed it. */
  | { kind: 'lapsed'; vendorStatus: string }
  | { kind: 'nothing'; vendorStatus: string }

/**
 * Reads an answer. No answer at all never lapses a payment, however late it is: only the gateway can say that
 * no money came. Money already noted under its bank reference is no news.
 */
export function readAnswer(payment: IPayment, answer: PaymentState, now: Date): PaymentNews {
  switch (answer.kind) {
    case 'paid': {
      const { bankReference, gatewayId, amountPaise, payer } = answer
      const known = payment.captures.some((capture) => capture.bankReference === bankReference)
      if (known) return { kind: 'nothing', vendorStatus: 'paid' }
      return { kind: 'captured', capture: { bankReference, gatewayId, amountPaise, payer, at: now } }
    }
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

const hourMs = 3_600_000
/** When money may still come late: hours after the payment was created (UPI disputes settle within five days). */
const lateLooksMs = [1, 6, 24, 72, 120].map((hours) => hours * hourMs)

/** Payers who saw no success pay again, mostly at once; a callback about it can get lost. */
const secondLooksMs = [1, 24].map((hours) => hours * hourMs)

/**
 * When to look for the money next, or null when no look is owed any more.
 * @param pollMs waits between the first looks; the last one repeats until the window closes, and is also the wait
 * for a second payment
 */
export function nextLookAt(
  payment: Pick<IPayment, 'state' | 'polls' | 'payBefore' | 'captures'>,
  createdAt: Date,
  { now, pollMs }: { now: Date; pollMs: readonly number[] },
): Date | null {
  if (payment.state === 'created') {
    const wait = pollMs[Math.min(payment.polls, pollMs.length - 1)] ?? 60_000
    const next = new Date(now.getTime() + wait)
    const closing = payment.payBefore
    return now < closing && next > closing ? closing : next
  }
  const late = (payment.state === 'paid' ? secondLooksMs : lateLooksMs).map((ms) => createdAt.getTime() + ms)
  const captured = payment.captures.map((capture) => capture.at.getTime() + (pollMs.at(-1) ?? 60_000))
  const next = [...captured.slice(-1), ...late].find((time) => time > now.getTime())
  return next === undefined ? null : new Date(next)
}
