import type { OfferChoice } from '../../../contracts/order-offer.ts'
import { AppError } from '../../../platform/app-error.ts'
import { changeOrder } from '../change/change-order.ts'
import { asRead } from '../change/order-decision.ts'
import type { TellDeps } from '../change/tell-order.ts'
import type { OrderDoc } from '../order-model.ts'
import { isRedelivery } from '../redelivery/redelivery-rules.ts'
import { findOrder } from '../views/find-orders.ts'
import { isPastPromise, refundTerms } from './offer-rules.ts'
import { refundLate } from './settle-offer.ts'

/** The order may change under each try: more than so many changes in a row are somebody's mistake. */
const triesAtMost = 10

/**
 * The customer of a late order chooses to wait or to have the money back. Waiting can be changed into a refund, not the
 * reverse. The refund is made at once where nothing can arrive any more; otherwise it is written down, and made by
 * whatever says that it did not (`settleOffer`).
 * @returns the order afterwards; unchanged where this was chosen before
 * @throws not_found, offer_early, offer_over when it has ended or the refund was chosen
 */
export async function chooseOffer(
  deps: TellDeps,
  customer: { userId: string },
  { orderid, choice }: { orderid: string; choice: OfferChoice },
): Promise<OrderDoc> {
  for (let tries = 0; tries < triesAtMost; tries += 1) {
    // Also an admin chooses for orders of their own alone.
    const order = await findOrder(orderid, { userId: customer.userId, role: 'user' })
    const at = deps.clock.now()
    if (order.offer?.choice === choice) return order
    if (order.status !== 'Processing' || order.offer?.choice === 'refund') throw new AppError('offer_over')
    // Nobody paid for a second delivery: what was paid waits with the first order's report.
    if (isRedelivery(order)) throw new AppError('offer_over')
    if (!isPastPromise(order, at)) throw new AppError('offer_early')
    const after = await choose(deps, order, { choice, at })
    if (after) return after
  }
  throw new AppError('offer_over')
}

function choose(
  deps: TellDeps,
  order: OrderDoc,
  offer: { choice: OfferChoice; at: Date },
): Promise<OrderDoc | undefined> {
  const terms = refundTerms(order, offer.at)
  if (offer.choice === 'refund' && terms.kind === 'now') {
    return refundLate(deps, order, { amountPaise: terms.amountPaise, offer })
  }
  const isInHand = offer.choice === 'refund' && terms.kind === 'later' && terms.waitsFor === 'person'
  return changeOrder(deps, order, {
    guard: { status: 'Processing', ...asRead(order) },
    set: { offer },
    ...(isInHand && { due: { fulfil: terms.until } }),
  })
}
