import { type QueryFilter, Types } from 'mongoose'
import type { ListCount } from '../../../contracts/list-queries.ts'
import type { OrderStatus } from '../../../contracts/order-status.ts'
import type { Order } from '../../../contracts/orders.ts'
import { startOfIstDay } from '../../../platform/clock.ts'
import { countRows, likeId, likeText, type PageQuery, readOwnerPage } from '../../../platform/list-page.ts'
import { customerIndex } from '../model/order-indexes.ts'
import { type OrderDoc, OrderModel } from '../model/order-model.ts'
import { orderView } from '../views/order-view.ts'

/** A customer's filters of the order list; days are dates in India as yyyy-mm-dd, both inclusive. */
export type OrderFilters = {
  by?: 'Uid/Email' | 'OrderId' | undefined
  q?: string | undefined
  status?: OrderStatus | undefined
  from?: string | undefined
  to?: string | undefined
}

/** A customer's orders, newest first. */
export async function listOrders(userId: string, query: OrderFilters & PageQuery): Promise<Order[]> {
  const orders = await readOwnerPage(OrderModel, listQuery(userId, query), query)
  return orders.map(orderView)
}

/** The number of a customer's orders, and of those that match the filters. */
export function countListed(userId: string, filters: OrderFilters): Promise<ListCount> {
  return countRows(OrderModel, listQuery(userId, filters))
}

const listQuery = (userId: string, filters: OrderFilters) => ({
  owner: { userId: new Types.ObjectId(userId) },
  wanted: orderFilter(filters),
  index: customerIndex,
})

function orderFilter({ by = 'Uid/Email', q = '', status, from, to }: OrderFilters): QueryFilter<OrderDoc> {
  return {
    ...(status && { status }),
    ...(q && (by === 'OrderId' ? { _id: likeId(q) } : { input1: likeText(q) })),
    ...((from || to) && {
      createdAt: { ...(from && { $gte: startOfIstDay(from) }), ...(to && { $lt: startOfIstDay(to, 1) }) },
    }),
  }
}
