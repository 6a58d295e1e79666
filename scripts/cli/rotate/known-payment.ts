import { OrderModel } from '@jhatpat/shared/domain/orders/index.ts'
import type { PaymentGateway, PaymentQuery } from '@jhatpat/shared/providers/payments/payment-gateway.ts'

const orders = 50
const hour = 3_600_000

/** The latest order's payment that the gateway has confirmed, among the last orders; undefined when there is none. */
export async function latestPayment(gateway: string): Promise<PaymentQuery | undefined> {
  const latest = await OrderModel.find({}, { payment: 1 }).sort({ _id: -1 }).limit(orders).lean()
  for (const { payment } of latest) {
    const id = payment?.gateway === gateway && payment.captures[0]?.attemptId
    const attempt = id && payment.attempts.find((one) => one.id === id)
    if (attempt) return { clientTxnId: attempt.id, createdAt: attempt.at }
  }
  return undefined
}

/** Whether the gateway has this payment. It may have created it on the next day in India. */
export async function isKnown(
  gateway: PaymentGateway,
  { clientTxnId, createdAt }: PaymentQuery,
): Promise<boolean> {
  for (const at of [createdAt, new Date(createdAt.getTime() + hour)])
    if ((await gateway.checkPayment({ clientTxnId, createdAt: at })).kind === 'paid') return true
  return false
}
