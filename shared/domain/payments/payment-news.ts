import type { DoubtFacts } from './payment-doubts.ts'
import type { Capture } from './payment-schema.ts'

/** What an answer of the gateway means for a payment. */
export type PaymentNews =
  /** Money we have not seen before. */
  | { kind: 'captured'; capture: Omit<Capture, 'to'> }
  /** The bank reference of money that is known. */
  | { kind: 'referenced'; gatewayId: string; bankReference: string }
  /** Something that only a person can judge. */
  | { kind: 'doubted'; doubt: DoubtFacts }
  /** Not paid, and the time to pay is over or the gateway closed it; `isDeclined`: before that time. */
  | { kind: 'lapsed'; vendorStatus: string; isDeclined?: boolean }
  | { kind: 'nothing'; vendorStatus: string }

/** Worth another look at the same answers: one write takes one of these. */
export const isFresh = ({ kind }: PaymentNews): boolean => kind !== 'lapsed' && kind !== 'nothing'
