import type { EndedOrder } from '../../../contracts/ended-orders.ts'
import { type OrderDoc, OrderModel } from '../model/order-model.ts'
import { endOf } from '../rules/order-end.ts'

/** How these orders left the board; those that are still open are left out. */
export async function listEnded(ids: readonly string[]): Promise<EndedOrder[]> {
  const orders = await OrderModel.find({ _id: { $in: [...ids] } }, endedFields).lean<EndedDoc[]>()
  return orders.flatMap((order) => endedView(order) ?? [])
}

const endedFields = {
  'item.name': 1,
  'item.apiType': 1,
  'customer.name': 1,
  delivery: 1,
  status: 1,
  ended: 1,
  reason: 1,
  lateOffer: 1,
  processingAt: 1,
  createdAt: 1,
  'staffActions.by': 1,
  'staffActions.name': 1,
  'staffActions.action': 1,
  'staffActions.reason': 1,
} as const

type EndedDoc = Pick<
  OrderDoc,
  | '_id'
  | 'item'
  | 'customer'
  | 'delivery'
  | 'status'
  | 'ended'
  | 'reason'
  | 'lateOffer'
  | 'processingAt'
  | 'createdAt'
  | 'staffActions'
>

function endedView(order: EndedDoc): EndedOrder | undefined {
  const end = endOf(order)
  if (!end) return undefined
  const decision = order.staffActions.findLast(({ by }) => by === end.by)
  return {
    orderid: order._id,
    itemname: order.item.name,
    customer: order.customer.name,
    status: order.status,
    at: end.at.toISOString(),
    by: {
      kind: decision ? 'admin' : actorKind(order, end.by),
      adminId: decision?.by ?? '',
      name: decision?.name ?? '',
    },
    reason: order.reason || (decision?.reason ?? ''),
    supplier: order.delivery === 'manual' ? '' : order.item.apiType,
    tookMs: end.at.getTime() - (order.processingAt ?? order.createdAt).getTime(),
  }
}

function actorKind({ status, lateOffer }: EndedDoc, by: string): EndedOrder['by']['kind'] {
  if (status === 'Refunded' && lateOffer?.choice === 'refund') return 'customer'
  return by === 'payments' ? 'payment' : 'supplier'
}
