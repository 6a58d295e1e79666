import type { IPayment } from './payment-schema.ts'

/**
 * Pure. Whether the gateway declined a payment: it reported a failure while there was still time to pay. A payment that
 * expired may have been declined as well; no answer shows that.
 */
export function isDeclined(payment: IPayment | null, endedAt: Date | undefined): boolean {
  return payment?.state === 'failed' && endedAt !== undefined && endedAt < payment.payBefore
}

/** A check takes less than this, so an older answer does not belong to the last one. */
const silentMs = 60_000

/**
 * Pure. When the gateway last answered about a payment or, while it does not answer, when it was last asked. Undefined
 * before the first check.
 */
export function lastCheck(
  payment: Pick<IPayment, 'checkedAt' | 'answeredAt'> | null,
): { at: string; isAnswered: boolean } | undefined {
  if (!payment?.checkedAt) return undefined
  const { checkedAt, answeredAt } = payment
  const isAnswered = answeredAt !== null && checkedAt.getTime() - answeredAt.getTime() < silentMs
  return { at: (isAnswered ? answeredAt : checkedAt).toISOString(), isAnswered }
}
