import type { OrderStatus } from '../../contracts/order-status.ts'
import type { RefundReason } from '../../contracts/sales.ts'
import { transitionReasons } from '../../contracts/transition-reasons.ts'
import { rejectionCause } from '../purchasing/index.ts'

/** The known facts about why an order was refunded. */
export type RefundFacts = {
  /** The status in which it had ended before; null if it was open. */
  previousStatus: OrderStatus | null
  /** `payments`, `supplier`, `customer`, or `admin` for any admin. */
  by: string
  /** The supplier's code, if it rejected. */
  code: string
  /** The admin's reason if it is one of the offered sentences; else empty. */
  sentence: string
}

const [playerNotFound, region, soldOut, refused, requested] = transitionReasons.Refunded

const sentences: Readonly<Record<string, RefundReason>> = {
  [playerNotFound]: 'player',
  [region]: 'region',
  [soldOut]: 'sold_out',
  [refused]: 'supplier',
  [requested]: 'asked',
}

/** The offered sentences; any other is an admin's own text. */
export const offeredSentences = Object.keys(sentences)

/** Pure. The reason under which a refund is counted. */
export function refundReasonOf({ previousStatus, by, code, sentence }: RefundFacts): RefundReason {
  if (previousStatus === 'Failed' || by === 'payments') return 'odd_payment'
  if (previousStatus === 'Completed') return 'not_received'
  if (by === 'customer') return 'late'
  if (by === 'supplier') return rejectionCause(code) ?? 'supplier'
  return sentences[sentence] ?? 'admin'
}
