import { toRupees } from '../../../contracts/money.ts'
import type { OrderOffer } from '../../../contracts/order-offer.ts'
import { toPoints } from '../../points/index.ts'
import type { OrderDoc } from '../order-model.ts'
import { isRedelivery } from '../redelivery/redelivery-rules.ts'
import { proposedPaise } from '../refund/refund-sum.ts'
import { refundTerms } from './offer-rules.ts'

/** What an order's customer may choose once it is late; undefined for one that is not open. */
export function offerView(order: OrderDoc): OrderOffer | undefined {
  if (order.status !== 'Processing' || isRedelivery(order)) return undefined
  // A view is shown for longer than a claim lasts: one that has run out since is for the refund itself to find.
  const terms = refundTerms(order, order.claim?.since ?? order.updatedAt)
  return {
    points: order.parked ? 0 : toPoints(order.points?.late ?? 0),
    refund: toRupees(proposedPaise(order)),
    ...(terms.kind === 'later' ? { waitsFor: terms.waitsFor } : {}),
    ...(order.offer ? { chosen: { choice: order.offer.choice, at: order.offer.at.toISOString() } } : {}),
  }
}
