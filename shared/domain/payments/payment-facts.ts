import type { IPayment } from './payment-schema.ts'

/**
 * Pure. Whether a payment ended by a no: the gateway said failed while there was still time to pay. One whose time ran
 * out may have been declined as well, which nothing tells.
 */
export function wasDeclined(payment: IPayment | null, endedAt: Date | undefined): boolean {
  return payment?.state === 'failed' && endedAt !== undefined && endedAt < payment.payBefore
}

/** When the gateway was last asked about a payment, and whether it answered then; undefined before the first time. */
export function lastAsked(payment: IPayment | null): { at: string; isAnswered: boolean } | undefined {
  if (!payment?.askedAt) return undefined
  const isAnswered = payment.answeredAt !== null && payment.answeredAt >= payment.askedAt
  return { at: payment.askedAt.toISOString(), isAnswered }
}
