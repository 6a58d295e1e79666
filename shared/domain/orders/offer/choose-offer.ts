import type { LateOfferOption } from '../../../contracts/late-offer.ts'
import { AppError } from '../../../platform/app-error.ts'
import { changeOrder } from '../change/change-order.ts'
import { unchangedSinceRead } from '../change/order-decision.ts'
import type { PublishDeps } from '../change/tell-order.ts'
import type { OrderDoc } from '../order-model.ts'
import { isRedelivery } from '../redelivery/redelivery-rules.ts'
import { findOrder } from '../views/find-orders.ts'
import { isPastPromise, lateRefundTerms } from './offer-rules.ts'
import { refundLateOrder } from './settle-offer.ts'

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
    if (order.status !== 'Processing' || order.lateOffer?.choice === 'refund') throw new AppError('offer_closed')
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
