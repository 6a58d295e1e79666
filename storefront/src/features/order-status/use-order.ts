import { newerOf } from '@jhatpat/shared/browser/newer-of.ts'
import { useServices } from '@jhatpat/shared/browser/services.tsx'
import { useLive } from '@jhatpat/shared/browser/use-live.ts'
import type { GatewayCheck } from '@jhatpat/shared/contracts/order-state.ts'
import { isOpen } from '@jhatpat/shared/contracts/order-status.ts'
import type { Order } from '@jhatpat/shared/contracts/orders.ts'
import { skipToken, type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query'
import { brand } from '../../lib/brand.ts'
import { useCall } from '../../lib/use-call.ts'
import { dayOfTxn } from '../../lib/wire-date.ts'

/** One order, live. */
export function useOrder(clientTxnId: string): UseQueryResult<Order> {
  const call = useCall()
  const { realtime } = useServices()
  const client = useQueryClient()
  const body = { client_txn_id: clientTxnId, date: dayOfTxn(clientTxnId), key: brand.applicationKey }
  return useLive<Order>({
    queryKey: orderKey(clientTxnId),
    fetch: async (signal) => {
      const { order, data } = await call('orderStatus', { body, signal })
      client.setQueryData<GatewayCheck | null>(gatewayCheckKey(clientTxnId), data.asked ?? null)
      return order
    },
    subscribe: (apply) => realtime.subscribeOrder(clientTxnId, apply),
    isMoving: ({ status }) => isOpen(status),
  })
}

/**
 * When the gateway was last checked for an order's payment, from the latest answer about it: it has no
 * revision.
 */
export function useGatewayCheck(clientTxnId: string): GatewayCheck | null {
  const { data } = useQuery<GatewayCheck | null>({
    queryKey: gatewayCheckKey(clientTxnId),
    queryFn: skipToken,
  })
  return data ?? null
}

/**
 * Caches an order that a call has returned, unless a newer one is cached, and the gateway check if there is
 * one.
 */
export function useOrderCache(): (order: Order, gatewayCheck?: GatewayCheck) => void {
  const client = useQueryClient()
  return (order, gatewayCheck) => {
    const id = order.client_txn_id
    client.setQueryData<Order>(orderKey(id), (shown) => newerOf(shown, order))
    if (gatewayCheck) client.setQueryData<GatewayCheck | null>(gatewayCheckKey(id), gatewayCheck)
  }
}

const orderKey = (clientTxnId: string) => ['order', clientTxnId] as const
const gatewayCheckKey = (clientTxnId: string) => ['bank-asked', clientTxnId]
