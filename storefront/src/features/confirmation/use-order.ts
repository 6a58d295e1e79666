import { useServices } from '@jhatpat/shared/browser/services.tsx'
import { useLive } from '@jhatpat/shared/browser/use-live.ts'
import { isOpen } from '@jhatpat/shared/contracts/order-status.ts'
import type { Order } from '@jhatpat/shared/contracts/orders.ts'
import type { UseQueryResult } from '@tanstack/react-query'
import { brand } from '../../lib/brand.ts'
import { useCall } from '../../lib/use-call.ts'
import { dayOfTxn } from '../../lib/wire-date.ts'

/** One order, live. */
export function useOrder(clientTxnId: string): UseQueryResult<Order> {
  const call = useCall()
  const { realtime } = useServices()
  const body = { client_txn_id: clientTxnId, date: dayOfTxn(clientTxnId), key: brand.applicationKey }
  return useLive<Order>({
    queryKey: ['order', clientTxnId],
    ask: async (signal) => (await call('orderStatus', { body, signal })).order,
    watch: (apply) => realtime.watchOrder(clientTxnId, apply),
    isMoving: ({ status }) => isOpen(status),
  })
}
