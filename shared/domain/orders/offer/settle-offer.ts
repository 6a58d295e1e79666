import { putOffWork } from '../change/change-order.ts'
import { asRead } from '../change/order-decision.ts'
import type { TellDeps } from '../change/tell-order.ts'
import type { OrderDoc } from '../order-model.ts'
import { refundOrder } from '../refund/refund-order.ts'
import { refundShare } from '../refund/refund-share.ts'
import { isRefundAsked, refundTerms } from './offer-rules.ts'
import type { OfferChosen } from './offer-schema.ts'

/**
 * Gives back what has not come, for exactly the order that was read: whatever a supplier, an admin or another tap did
 * meanwhile makes it match nothing. What arrived stays.
 * @returns the order afterwards, or undefined when it had moved on
 */
export function refundLate(
  deps: TellDeps,
  order: OrderDoc,
  { amountPaise, offer }: { amountPaise: number; offer: OfferChosen },
): Promise<OrderDoc | undefined> {
  const move = {
    ...{ by: 'system' as const, actor: 'customer', guard: asRead(order), set: { offer } },
    reason: 'It took longer than promised',
  }
  const isShare = order.units.some(({ state }) => state === 'delivered')
  return isShare ? refundShare(deps, order, { ...move, amountPaise }) : refundOrder(deps, order, move)
}

/**
 * Carries out the refund that a customer has chosen, if that can be by now.
 * @returns whether the order has ended or waits for somebody's answer, so that nothing is bought for it; `over` is the
 * order afterwards where it ended. `moved`: it is not any more as it was read, and nothing was done. Undefined where
 * there is nothing to carry out.
 */
export async function settleOffer(
  deps: TellDeps,
  order: OrderDoc,
): Promise<{ over?: OrderDoc; waits?: true; moved?: true } | undefined> {
  if (!isRefundAsked(order) || !order.offer) return undefined
  const terms = refundTerms(order, deps.clock.now())
  if (terms.kind === 'now') {
    const over = await refundLate(deps, order, { amountPaise: terms.amountPaise, offer: order.offer })
    return over ? { over } : { moved: true }
  }
  if (terms.waitsFor === 'supplier') return undefined
  const isPutOff = await putOffWork(deps, order, { guard: asRead(order), due: { fulfil: terms.until } })
  return isPutOff ? { waits: true } : { moved: true }
}
