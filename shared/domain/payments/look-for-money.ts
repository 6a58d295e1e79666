import type { Deps } from '../deps.ts'
import { type PaymentNews, readAnswer } from './payment-rules.ts'
import type { IPayment } from './payment-schema.ts'

/** What carries a payment: an order or a top-up. */
export type Payable = { clientTxnId: string; createdAt: Date; payment: IPayment }

/**
 * Asks the gateway with the stored creation day whether money came. Changes nothing and never throws for what
 * the gateway does.
 */
export async function lookForMoney(
  deps: Pick<Deps, 'gateway' | 'clock' | 'log'>,
  subject: Payable,
): Promise<PaymentNews> {
  const { clientTxnId, createdAt, payment } = subject
  const answer = await deps.gateway.checkPayment({ clientTxnId, createdAt })
  if (answer.kind === 'paid' && answer.clientTxnId !== clientTxnId) {
    deps.log.error(
      { clientTxnId, answered: answer.clientTxnId },
      'the gateway answered about another payment',
    )
    return { kind: 'nothing', vendorStatus: 'answer about another payment' }
  }
  return readAnswer(payment, answer, deps.clock.now())
}

/** A browser may ask as often as it likes; the gateway is asked at most every two seconds per payment. */
export function askedJustNow(payment: IPayment, now: Date): boolean {
  return payment.askedAt !== null && now.getTime() - payment.askedAt.getTime() < 2_000
}
