import type { IPayment } from './payment-schema.ts'

/**
 * Pure. Whether a payment ended by a no: the gateway said failed while there was still time to pay. One whose time ran
 * out may have been declined as well, which nothing tells.
 */
export function wasDeclined(payment: IPayment | null, endedAt: Date | undefined): boolean {
  return payment?.state === 'failed' && endedAt !== undefined && endedAt < payment.payBefore
}

/** An answer this much older than the last question is none to it: a look that is under way takes less. */
const silentMs = 60_000

/**
 * Pure. When the gateway last told about a payment; while it is silent, when it was last asked. Undefined before the
 * first time.
 */
export function lastAsked(
  payment: Pick<IPayment, 'askedAt' | 'answeredAt'> | null,
): { at: string; isAnswered: boolean } | undefined {
  if (!payment?.askedAt) return undefined
  const { askedAt, answeredAt } = payment
  const isAnswered = answeredAt !== null && askedAt.getTime() - answeredAt.getTime() < silentMs
  return { at: (isAnswered ? answeredAt : askedAt).toISOString(), isAnswered }
}
