import { withDoubt } from './payment-doubts.ts'
import type { PaymentNews } from './payment-news.ts'
import type { IPayment } from './payment-schema.ts'

/** A payment after news that move neither money nor status, the same for orders and top-ups. */
export function withNews(
  payment: IPayment,
  news: Extract<PaymentNews, { kind: 'referenced' | 'doubted' }>,
): IPayment {
  if (news.kind === 'doubted') return withDoubt({ ...payment, vendorStatus: 'held' }, news.doubt)
  const { gatewayId, bankReference } = news
  return {
    ...payment,
    captures: payment.captures.map((capture) =>
      capture.gatewayId === gatewayId ? { ...capture, bankReference } : capture,
    ),
  }
}
