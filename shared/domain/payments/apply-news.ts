import { addDiscrepancy } from './payment-doubts.ts'
import type { PaymentResult } from './payment-news.ts'
import type { IPayment } from './payment-schema.ts'

/** A payment after result that move neither money nor status, the same for orders and top-ups. */
export function applyResult(
  payment: IPayment,
  result: Extract<PaymentResult, { kind: 'referenced' | 'discrepancyFound' }>,
): IPayment {
  if (result.kind === 'discrepancyFound') return addDiscrepancy({ ...payment, vendorStatus: 'in_review' }, result.discrepancy)
  const { gatewayId, bankReference } = result
  return {
    ...payment,
    captures: payment.captures.map((capture) =>
      capture.gatewayId === gatewayId ? { ...capture, bankReference } : capture,
    ),
  }
}
