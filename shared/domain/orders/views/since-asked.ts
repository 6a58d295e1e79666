import type { RefundAsked } from '../../approvals/index.ts'
import { type OrderDoc, OrderModel } from '../order-model.ts'
import { isPartlyDelivered } from '../redelivery/redelivery-rules.ts'
import { hasChangedSinceRequest, hasNewMessages } from '../refund/moved-since.ts'

export type RequestChanges = { isChanged: boolean; hasNewMessages: boolean; codeRevealed: boolean }

const fields = {
  ...{ version: 1, 'vault.deliveryId': 1, 'vault.secrets.label': 1, 'vault.secrets.revealedAt': 1, 'ticket.status': 1 },
  ...{ 'ticket.messages.from': 1, redelivery: 1, partlyRefundedPaise: 1 },
  ...{ 'units.ref': 1, 'units.state': 1, 'units.attempt': 1, 'units.supplierOrderId': 1 },
} as const

/**
 * What became of the orders of refunds that were asked for: whether agreeing will be refused, and whether
 * the customer has opened what was delivered.
 */
export async function changesSinceRequest(
  asked: readonly RefundAsked[],
): Promise<ReadonlyMap<RefundAsked, RequestChanges>> {
  if (asked.length === 0) return new Map()
  const orders = await OrderModel.find({ _id: { $in: asked.map(({ orderid }) => orderid) } }, fields).lean<
    Pick<OrderDoc, '_id' | 'version' | 'units' | 'partlyRefundedPaise' | 'ticket' | 'vault' | 'redelivery'>[]
  >()
  const byId = new Map(orders.map((order) => [order._id, order]))
  return new Map(
    asked.map((refund) => {
      const order = byId.get(refund.orderid)
      const isChanged = !order || hasChangedSinceRequest(order, refund)
      const hasMessages = order !== undefined && hasNewMessages(order, refund)
      return [refund, { isChanged, hasNewMessages: hasMessages, codeRevealed: order !== undefined && isPartlyDelivered(order) }]
    }),
  )
}
