import type { OrderStatus } from '../../contracts/order-status.ts'
import type { RefundReason } from '../../contracts/sales.ts'
import { transitionReasons } from '../../contracts/transition-reasons.ts'
import { rejectionCause } from '../purchasing/index.ts'

/** What is known of why an order was given back. */
export type RefundFacts = {
  /** How it had ended before; null where it was open. */
  was: OrderStatus | null
  /** `payments`, `supplier`, `customer`, or `admin` for any admin. */
  by: string
  /** The supplier's code where it refused. */
  code: string
  /** The admin's sentence, if it is one of those that are chosen; else empty. */
  sentence: string
}

const [noPlayer, region, soldOut, refused, asked] = transitionReasons.Refunded

const sentences: Readonly<Record<string, RefundReason>> = {
  [noPlayer]: 'player',
  [region]: 'region',
  [soldOut]: 'sold_out',
  [refused]: 'supplier',
  [asked]: 'asked',
}

/** The sentences that tell something; any other is an admin's own. */
export const knownSentences = Object.keys(sentences)

/** Pure. Under what a refund is counted. */
export function refundReasonOf({ was, by, code, sentence }: RefundFacts): RefundReason {
  if (was === 'Failed' || by === 'payments') return 'odd_payment'
  if (was === 'Completed') return 'not_received'
  if (by === 'customer') return 'late'
  if (by === 'supplier') return rejectionCause(code) ?? 'supplier'
  return sentences[sentence] ?? 'admin'
}
