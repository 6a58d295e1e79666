import { rescheduleTask } from '../change/change-order.ts'
import { unchangedSinceRead } from '../change/order-decision.ts'
import type { PublishDeps } from '../change/tell-order.ts'
import type { OrderDoc } from '../order-model.ts'
import { refundOrder } from '../refund/refund-order.ts'
import { refundPartially } from '../refund/refund-share.ts'
import { isRefundChosen, lateRefundTerms } from './offer-rules.ts'
import type { LateOfferChoice } from './offer-schema.ts'

/**
 * Gives back what has not come, for exactly the order that was read: whatever a supplier, an admin or another tap did
 * meanwhile makes it match nothing. What arrived stays.
 * @returns the order afterwards, or undefined when it had moved on
 */
export function refundLateOrder(
  deps: PublishDeps,
  order: OrderDoc,
  { amountPaise, lateOffer }: { amountPaise: number; lateOffer: LateOfferChoice },
): Promise<OrderDoc | undefined> {
  const transition = {
    ...{ by: 'system' as const, actor: 'customer', guard: unchangedSinceRead(order), set: { lateOffer } },
    reason: 'It took longer than promised',
  }
  const isPartialRefund = order.units.some(({ state }) => state === 'delivered')
  return isPartialRefund ? refundPartially(deps, order, { ...transition, amountPaise }) : refundOrder(deps, order, transition)
}

/**
 * Carries out the refund that a customer has chosen, if that can be by now.
 * @returns whether the order has ended or waits for somebody's answer, so that nothing is bought for it; `over` is the
 * order afterwards where it ended. `moved`: it is not any more as it was read, and nothing was done. Undefined where
 * there is nothing to carry out.
 */
export async function settleLateOffer(
  deps: PublishDeps,
  order: OrderDoc,
): Promise<{ over?: OrderDoc; waits?: true; moved?: true } | undefined> {
  if (!isRefundChosen(order) || !order.lateOffer) return undefined
  const terms = lateRefundTerms(order, deps.clock.now())
  if (terms.kind === 'now') {
    const over = await refundLateOrder(deps, order, { amountPaise: terms.amountPaise, lateOffer: order.lateOffer })
    return over ? { over } : { moved: true }
  }
  if (terms.waitingFor === 'supplier') return undefined
  const isRescheduled = await rescheduleTask(deps, order, { guard: unchangedSinceRead(order), due: { fulfil: terms.until } })
  return isRescheduled ? { waits: true } : { moved: true }
}
