import { toRupees } from '../../../contracts/money.ts'
import type { OrderRedelivery } from '../../../contracts/order-redelivery.ts'
import type { OrderState } from '../../../contracts/order-state.ts'
import type { Order, PaymentData } from '../../../contracts/orders.ts'
import { isInReview, lastCheck } from '../../payments/index.ts'
import { toPoints } from '../../points/index.ts'
import type { OrderDoc, OrderPoints } from '../model/order-model.ts'
import type { Redelivery } from '../model/redelivery-schema.ts'
import { lateOfferView } from '../rules/late-offer.ts'
import { redeliveredUnits, unitsKept } from '../rules/redelivery-rules.ts'
import { canReportUntil } from '../rules/ticket-rules.ts'
import { vaultView } from '../rules/vault-view.ts'
import { orderState, promisedBy } from './order-state.ts'
import { timelineOf } from './order-timeline.ts'
import { ticketView } from './ticket-view.ts'

/** An order as its customer sees it. */
export function orderView(order: OrderDoc): Order & { state: OrderState } {
  const state = orderState(order)
  const reportableUntil = canReportUntil(order)
  const lateOffer = lateOfferView(order)
  return {
    _id: order._id,
    orderid: order._id,
    client_txn_id: order._id,
    itemname: order.item.name,
    itemid: order.item.itemid,
    status: order.status,
    reason: order.reason,
    input1: order.input1,
    input2: order.input2,
    value: toRupees(order.pricePaise),
    paymentmode: order.paymentmode,
    useremail: order.customer.email,
    createdAt: order.createdAt.toISOString(),
    updatedAt: order.updatedAt.toISOString(),
    transactionid: transactionId(order),
    revision: order.revision,
    version: order.version,
    product: {
      _id: order.product.productid,
      productid: order.product.productid,
      name: order.product.name,
      imgpath: order.product.imgpath,
      inputs: order.product.labels.map((label) => ({ label })),
    },
    itemimg: order.item.imgpath,
    username: order.playerName,
    delivery: order.delivery,
    ...(order.status === 'Created' && order.payment
      ? {
          payBefore: order.payment.payBefore.toISOString(),
          ...(isInReview(order.payment) ? { isPaymentInReview: true } : {}),
        }
      : {}),
    ...(order.processingAt ? { promisedBy: promisedBy(order.processingAt).toISOString() } : {}),
    units: { total: state.units.total, delivered: state.units.delivered },
    credited: toRupees(order.creditedPaise),
    ...(order.points?.offered || order.points?.lateBonus ? { points: inPoints(order.points) } : {}),
    timeline: timelineOf(order),
    ...(reportableUntil ? { canReportUntil: reportableUntil.toISOString() } : {}),
    ...(order.ticket ? { ticket: ticketView(order.ticket, order) } : {}),
    ...(lateOffer ? { lateOffer } : {}),
    ...(order.redeliveryOf ? { redeliveryOf: order.redeliveryOf } : {}),
    ...(order.unitsOfOriginal ? { unitsOfOriginal: order.unitsOfOriginal } : {}),
    ...(order.redelivery ? { redelivery: redeliveryView(order, order.redelivery) } : {}),
    state,
    ...(order.vault?.length ? { vault: vaultView(order) } : {}),
  }
}

function redeliveryView(order: OrderDoc, again: Redelivery): OrderRedelivery {
  const { orderid, state, at, endedAt, delivered = 0, total = 0 } = again
  const sent = redeliveredUnits(order).length
  return {
    orderid,
    state,
    at: at.toISOString(),
    ...(endedAt ? { endedAt: endedAt.toISOString() } : {}),
    ...(unitsKept(order) > 0 ? { redeliveredUnits: { sent, total: sent + unitsKept(order) } } : {}),
    ...(delivered > 0 ? { units: { delivered, total } } : {}),
  }
}

const inPoints = ({ offered, earned, revoked, lateBonus }: OrderPoints) => ({
  offered: toPoints(offered),
  earned: toPoints(earned),
  revoked: toPoints(revoked),
  ...(lateBonus ? { late: toPoints(lateBonus) } : {}),
})

function transactionId(order: OrderDoc): string {
  return order.walletTxnId || order.payment?.captures[0]?.bankReference || ''
}

/** The payment of an order, in the shop's own terms. */
export function paymentData(order: OrderDoc): PaymentData {
  const first = order.payment?.captures[0]
  const asked = lastCheck(order.payment)
  return {
    client_txn_id: order._id,
    status: order.payment?.state ?? 'paid',
    amount: toRupees(first?.amountPaise ?? order.pricePaise),
    upi_txn_id: first?.bankReference ?? '',
    createdAt: order.createdAt.toISOString(),
    ...(first ? { paidAt: first.at.toISOString() } : {}),
    ...(asked ? { asked } : {}),
  }
}
