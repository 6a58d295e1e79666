import type { IPayment } from './payment-schema.ts'

/**
 * Pure. Whether a payment ended by a no: the gateway said failed while there was still time to pay. One whose time ran
 * out may have been declined as well, which nothing tells.
 */
export function isDeclined(payment: IPayment | null, endedAt: Date | undefined): boolean {
  return payment?.state === 'failed' && endedAt !== undefined && endedAt < payment.payBefore
}

/** An answer this much older than the last question is none to it: a check that is under way takes less. */
const silentMs = 60_000

/**
 * Pure. When the gateway last told about a payment; while it is silent, when it was last asked. Undefined before the
 * first time.
 */
export function lastCheck(
  payment: Pick<IPayment, 'checkedAt' | 'answeredAt'> | null,
): { at: string; isAnswered: boolean } | undefined {
  if (!payment?.checkedAt) return undefined
  const { checkedAt, answeredAt } = payment
  const isAnswered = answeredAt !== null && checkedAt.getTime() - answeredAt.getTime() < silentMs
  return { at: (isAnswered ? answeredAt : checkedAt).toISOString(), isAnswered }
}
