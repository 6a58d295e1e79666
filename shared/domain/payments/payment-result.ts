import { addDiscrepancy, type DiscrepancyFacts } from './discrepancies.ts'
import type { Capture, IPayment } from './payment-schema.ts'

/** A payment after a result that moves neither money nor status; the same for orders and top-ups. */
export function applyResult(
  payment: IPayment,
  result: Extract<PaymentResult, { kind: 'referenced' | 'discrepancyFound' }>,
): IPayment {
  if (result.kind === 'discrepancyFound')
    return addDiscrepancy({ ...payment, vendorStatus: 'in_review' }, result.discrepancy)
  const { gatewayId, bankReference } = result
  return {
    ...payment,
    captures: payment.captures.map((capture) =>
      capture.gatewayId === gatewayId ? { ...capture, bankReference } : capture,
    ),
  }
}

/** What an answer of the gateway means for a payment. */
export type PaymentResult =
  /** Money that is not recorded yet. */
  | { kind: 'captured'; capture: Omit<Capture, 'allocatedTo'> }
  /** The bank reference of money that is recorded. */
  | { kind: 'referenced'; gatewayId: string; bankReference: string }
  /** Something that only a person can decide. */
  | { kind: 'discrepancyFound'; discrepancy: DiscrepancyFacts }
  /** Not paid, and the time to pay has ended or the gateway closed it; `isDeclined`: before that time. */
  | { kind: 'expired'; vendorStatus: string; isDeclined?: boolean }
  | { kind: 'nothing'; vendorStatus: string }

/** Whether the same answers may contain another result: one write applies one result. */
export const isEffective = ({ kind }: PaymentResult): boolean => kind !== 'expired' && kind !== 'nothing'
