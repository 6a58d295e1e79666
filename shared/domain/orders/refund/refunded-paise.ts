import type { OrderDoc } from '../order-model.ts'
import { walletCredits } from './wallet-credits.ts'

/**
 * What the move to Refunded put into the wallet: the price less what was given back before, or, where the order was
 * never bought, the money that came. Other payments that were credited are not in it.
 */
export function refundedPaise(
  order: Pick<OrderDoc, 'status' | 'ended' | 'history' | 'payment' | 'pricePaise' | 'partlyRefundedPaise'>,
): number {
  return walletCredits(order).ending?.amountPaise ?? order.pricePaise - order.partlyRefundedPaise
}
