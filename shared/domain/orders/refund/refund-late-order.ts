import type { LateOfferOption } from '../../../contracts/late-offer.ts'
import { AppError } from '../../../platform/app-error.ts'
import { changeOrder, rescheduleTask } from '../change/change-order.ts'
import type { PublishDeps } from '../change/publish-order.ts'
import { unchangedSinceRead } from '../change/staff-action.ts'
import { findOrder } from '../model/find-order.ts'
import type { LateOfferChoice, OrderDoc } from '../model/order-model.ts'
import { isLateAt, isRefundChosen, lateRefundTerms } from '../rules/late-offer.ts'
import { isRedelivery } from '../rules/redelivery-rules.ts'
import { refundOrder, refundPartially } from './refund-order.ts'

/** The order may change during each try; more conflicts than this in a row are a bug. */
const maxTries = 10

/**
 * The customer of a late order chooses to wait or to be refunded. Waiting can be changed into a refund, not the reverse.
 * The refund is made at once if nothing can arrive any more. Otherwise the choice is recorded, and `settleLateOffer`
 * makes the refund once it is known that nothing arrives.
 * @returns the order afterwards; unchanged if this was chosen before
 * @throws not_found, offer_not_open, offer_closed when the order has ended or the refund was chosen
 */
export async function chooseLateOffer(
  deps: PublishDeps,
  customer: { userId: string },
  { orderid, choice }: { orderid: string; choice: LateOfferOption },
): Promise<OrderDoc> {
  for (let tries = 0; tries < maxTries; tries += 1) {
    // Read as a customer, so that an admin too can choose only for their own orders.
    const order = await findOrder(orderid, { userId: customer.userId, role: 'user' })
    const at = deps.clock.now()
    if (order.lateOffer?.choice === choice) return order
    if (order.status !== 'Processing' || order.lateOffer?.choice === 'refund')
      throw new AppError('offer_closed')
    // A redelivery is free: its payment belongs to the original order and that order's ticket.
    if (isRedelivery(order)) throw new AppError('offer_closed')
    if (!isLateAt(order, at)) throw new AppError('offer_not_open')
    const after = await recordChoice(deps, order, { choice, at })
    if (after) return after
  }
  throw new AppError('offer_closed')
}

function recordChoice(
  deps: PublishDeps,
  order: OrderDoc,
  lateOffer: { choice: LateOfferOption; at: Date },
): Promise<OrderDoc | undefined> {
  const terms = lateRefundTerms(order, lateOffer.at)
  if (lateOffer.choice === 'refund' && terms.kind === 'now') {
    return refundLateOrder(deps, order, { amountPaise: terms.amountPaise, lateOffer })
  }
  const waitsForAdmin =
    lateOffer.choice === 'refund' && terms.kind === 'later' && terms.waitingFor === 'admin'
  return changeOrder(deps, order, {
    guard: { status: 'Processing', ...unchangedSinceRead(order) },
    set: { lateOffer },
    ...(waitsForAdmin && { due: { fulfil: terms.until } }),
  })
}

/**
 * Refunds what has not arrived, of exactly the order that was read: a concurrent answer, decision or choice makes the
 * write match nothing. Delivered units are kept.
 * @returns the order afterwards; undefined when it has changed since it was read
 */
function refundLateOrder(
  deps: PublishDeps,
  order: OrderDoc,
  { amountPaise, lateOffer }: { amountPaise: number; lateOffer: LateOfferChoice },
): Promise<OrderDoc | undefined> {
  const transition = {
    by: 'system' as const,
    actor: 'customer',
    guard: unchangedSinceRead(order),
    set: { lateOffer },
    reason: 'Delivery was late',
  }
  const hasDeliveredUnit = order.units.some(({ state }) => state === 'delivered')
  return hasDeliveredUnit
    ? refundPartially(deps, order, { ...transition, amountPaise })
    : refundOrder(deps, order, transition)
}

/** `waiting`: an admin's answer comes first. `changed`: the order has changed since it was read, and nothing was written. */
type LateOfferSettlement = { kind: 'ended'; order: OrderDoc } | { kind: 'waiting' } | { kind: 'changed' }

/**
 * Makes the refund that a customer has chosen, if that is possible now.
 * @returns undefined if there is nothing to refund, or a supplier's answer comes first; otherwise nothing may be bought
 * for this order as it was read
 */
export async function settleLateOffer(
  deps: PublishDeps,
  order: OrderDoc,
): Promise<LateOfferSettlement | undefined> {
  if (!isRefundChosen(order) || !order.lateOffer) return undefined
  const terms = lateRefundTerms(order, deps.clock.now())
  if (terms.kind === 'now') {
    const refund = { amountPaise: terms.amountPaise, lateOffer: order.lateOffer }
    const ended = await refundLateOrder(deps, order, refund)
    return ended ? { kind: 'ended', order: ended } : { kind: 'changed' }
  }
  if (terms.waitingFor === 'supplier') return undefined
  const isRescheduled = await rescheduleTask(deps, order, {
    guard: unchangedSinceRead(order),
    due: { fulfil: terms.until },
  })
  return { kind: isRescheduled ? 'waiting' : 'changed' }
}
