import { isOpen } from '@jhatpat/shared/contracts/order-status.ts'
import type { Order } from '@jhatpat/shared/contracts/orders.ts'
import type { UseQueryResult } from '@tanstack/react-query'
import { type ListPage, pageSize, useList } from '../../lib/use-list.ts'
import { type OrderFilters, wantedOrders } from './order-filters.ts'

/** A page of the signed-in user's orders, newest first; asked for again while one of them is still moving. */
export function useOrders(filters: OrderFilters, page: number): UseQueryResult<ListPage<Order>> {
  const asked = wantedOrders(filters)
  return useList({
    ...{ name: 'orders', asked, page },
    fetchPage: (call, userId, signal) =>
      Promise.all([
        call('orderList', { params: { userId }, query: { ...asked, limit: pageSize, page }, signal }),
        call('orderCount', { params: { userId }, query: asked, signal }),
      ]),
    isMoving: ({ status }) => isOpen(status),
  })
}
