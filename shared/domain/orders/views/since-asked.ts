import type { RefundAsked } from '../../approvals/index.ts'
import { type OrderDoc, OrderModel } from '../order-model.ts'
import { isPartlyDelivered } from '../redelivery/redelivery-rules.ts'
import { hasMovedSince, hasWrittenSince } from '../refund/moved-since.ts'

export type SinceAsked = { isChanged: boolean; hasWritten: boolean; codeRevealed: boolean }

const fields = {
  ...{ version: 1, 'vault.deliveryId': 1, 'vault.secrets.label': 1, 'vault.secrets.revealedAt': 1, 'ticket.status': 1 },
  ...{ 'ticket.messages.from': 1, redelivery: 1, sharePaise: 1 },
  ...{ 'units.ref': 1, 'units.state': 1, 'units.attempt': 1, 'units.supplierOrderId': 1 },
} as const

/**
 * What became of the orders of refunds that were asked for: whether agreeing will be refused, and whether
 * the customer has opened what was delivered.
 */
export async function sinceAsked(
  asked: readonly RefundAsked[],
): Promise<ReadonlyMap<RefundAsked, SinceAsked>> {
  if (asked.length === 0) return new Map()
  const orders = await OrderModel.find({ _id: { $in: asked.map(({ orderid }) => orderid) } }, fields).lean<
    Pick<OrderDoc, '_id' | 'version' | 'units' | 'sharePaise' | 'ticket' | 'vault' | 'redelivery'>[]
  >()
  const byId = new Map(orders.map((order) => [order._id, order]))
  return new Map(
    asked.map((refund) => {
      const order = byId.get(refund.orderid)
      const isChanged = !order || hasMovedSince(order, refund)
      const hasWritten = order !== undefined && hasWrittenSince(order, refund)
      return [refund, { isChanged, hasWritten, codeRevealed: order !== undefined && isPartlyDelivered(order) }]
    }),
  )
}
