import { toRupees } from '../../../contracts/money.ts'
import type { LateDeliveryOffer } from '../../../contracts/late-offer.ts'
import { toPoints } from '../../points/index.ts'
import type { OrderDoc } from '../order-model.ts'
import { isRedelivery } from '../redelivery/redelivery-rules.ts'
import { suggestedRefundPaise } from '../refund/refund-sum.ts'
import { lateRefundTerms } from './offer-rules.ts'

/** What an order's customer may choose once it is late; undefined for one that is not open. */
export function lateOfferView(order: OrderDoc): LateDeliveryOffer | undefined {
  if (order.status !== 'Processing' || isRedelivery(order)) return undefined
  // A view is shown for longer than a assignee lasts: one that has run out since is for the refund itself to find.
  const terms = lateRefundTerms(order, order.assignee?.since ?? order.updatedAt)
  return {
    points: order.hold ? 0 : toPoints(order.points?.late ?? 0),
    refund: toRupees(suggestedRefundPaise(order)),
    ...(terms.kind === 'later' ? { waitingFor: terms.waitingFor } : {}),
    ...(order.lateOffer ? { chosen: { choice: order.lateOffer.choice, at: order.lateOffer.at.toISOString() } } : {}),
  }
}
