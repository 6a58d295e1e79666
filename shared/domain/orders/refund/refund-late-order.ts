import type { LateOfferOption } from '../../../contracts/late-offer.ts'
import { AppError } from '../../../platform/app-error.ts'
import { changeOrder, rescheduleTask } from '../change/change-order.ts'
import type { PublishDeps } from '../change/publish-order.ts'
import { unchangedSinceRead } from '../change/staff-action.ts'
import { findOrder } from '../model/find-order.ts'
import type { LateOfferChoice, OrderDoc } from '../model/order-model.ts'
import { isPastPromise, isRefundChosen, lateRefundTerms } from '../rules/late-offer.ts'
import { isRedelivery } from '../rules/redelivery-rules.ts'
import { refundOrder, refundPartially } from './refund-order.ts'

/** The order may change under each try: more than so many changes in a row are somebody's mistake. */
const maxTries = 10

/**
 * The customer of a late order chooses to wait or to have the money back. Waiting can be changed into a refund, not the
 * reverse. The refund is made at once where nothing can arrive any more; otherwise it is written down, and made by
 * whatever says that it did not (`settleLateOffer`).
 * @returns the order afterwards; unchanged where this was chosen before
 * @throws not_found, offer_not_open, offer_closed when it has ended or the refund was chosen
 */
export async function chooseLateOffer(
  deps: PublishDeps,
  customer: { userId: string },
  { orderid, choice }: { orderid: string; choice: LateOfferOption },
): Promise<OrderDoc> {
  for (let tries = 0; tries < maxTries; tries += 1) {
    // InSameTransaction an admin chooses for orders of their own alone.
    const order = await findOrder(orderid, { userId: customer.userId, role: 'user' })
    const at = deps.clock.now()
    if (order.lateOffer?.choice === choice) return order
    if (order.status !== 'Processing' || order.lateOffer?.choice === 'refund')
      throw new AppError('offer_closed')
    // Nobody paid for a second delivery: what was paid waits with the first order's report.
    if (isRedelivery(order)) throw new AppError('offer_closed')
    if (!isPastPromise(order, at)) throw new AppError('offer_not_open')
    const after = await choose(deps, order, { choice, at })
    if (after) return after
  }
  throw new AppError('offer_closed')
}

function choose(
  deps: PublishDeps,
  order: OrderDoc,
  lateOffer: { choice: LateOfferOption; at: Date },
): Promise<OrderDoc | undefined> {
  const terms = lateRefundTerms(order, lateOffer.at)
  if (lateOffer.choice === 'refund' && terms.kind === 'now') {
    return refundLateOrder(deps, order, { amountPaise: terms.amountPaise, lateOffer })
  }
  const isInHand = lateOffer.choice === 'refund' && terms.kind === 'later' && terms.waitingFor === 'admin'
  return changeOrder(deps, order, {
    guard: { status: 'Processing', ...unchangedSinceRead(order) },
    set: { lateOffer },
    ...(isInHand && { due: { fulfil: terms.until } }),
  })
}

/**
 * Gives back what has not come, for exactly the order that was read: whatever a supplier, an admin or another tap did
 * meanwhile makes it match nothing. What arrived stays.
 * @returns the order afterwards, or undefined when it had moved on
 */
function refundLateOrder(
  deps: PublishDeps,
  order: OrderDoc,
  { amountPaise, lateOffer }: { amountPaise: number; lateOffer: LateOfferChoice },
): Promise<OrderDoc | undefined> {
  const transition = {
    ...{ by: 'system' as const, actor: 'customer', guard: unchangedSinceRead(order), set: { lateOffer } },
    reason: 'It took longer than promised',
  }
  const isPartialRefund = order.units.some(({ state }) => state === 'delivered')
  return isPartialRefund
    ? refundPartially(deps, order, { ...transition, amountPaise })
    : refundOrder(deps, order, transition)
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
    const over = await refundLateOrder(deps, order, {
      amountPaise: terms.amountPaise,
      lateOffer: order.lateOffer,
    })
    return over ? { over } : { moved: true }
  }
  if (terms.waitingFor === 'supplier') return undefined
  const isRescheduled = await rescheduleTask(deps, order, {
    guard: unchangedSinceRead(order),
    due: { fulfil: terms.until },
  })
  return isRescheduled ? { waits: true } : { moved: true }
}
