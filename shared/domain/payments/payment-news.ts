import type { DiscrepancyFacts } from './payment-doubts.ts'
import type { Capture } from './payment-schema.ts'

/** What an answer of the gateway means for a payment. */
export type PaymentResult =
  /** Money we have not seen before. */
  | { kind: 'captured'; capture: Omit<Capture, 'allocatedTo'> }
  /** The bank reference of money that is known. */
  | { kind: 'referenced'; gatewayId: string; bankReference: string }
  /** Something that only a person can judge. */
  | { kind: 'discrepancyFound'; discrepancy: DiscrepancyFacts }
  /** Not paid, and the time to pay is over or the gateway closed it; `isDeclined`: before that time. */
  | { kind: 'expired'; vendorStatus: string; isDeclined?: boolean }
  | { kind: 'nothing'; vendorStatus: string }

/** Worth another check at the same answers: one write takes one of these. */
export const isEffective = ({ kind }: PaymentResult): boolean => kind !== 'expired' && kind !== 'nothing'
