import { useServices } from '@jhatpat/shared/browser/services.tsx'
import type { BoardOrder } from '@jhatpat/shared/contracts/admin.ts'
import { type OrderDetailsResult, orderDetails } from '@jhatpat/shared/contracts/order-details.ts'
import { type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef } from 'react'

const keyOf = (id: string) => ['admin', 'order', id] as const

/** A worker records vendor calls some seconds after they happen. In ms. */
const recordingDelayMs = 6_000

/** All details of an order: fetched again on every update event and every 20 s. */
export function useOrderDetails(id: string): UseQueryResult<OrderDetailsResult> {
  const { call, realtime } = useServices()
  const client = useQueryClient()
  const query = useQuery({
    queryKey: keyOf(id),
    queryFn: ({ signal }) => call(orderDetails, { params: { id }, signal }),
    structuralSharing: (before, after) =>
      newest(before as OrderDetailsResult | undefined, after as OrderDetailsResult),
    refetchInterval: 20_000,
    refetchOnWindowFocus: 'always',
    refetchOnReconnect: 'always',
    // Each visit fetches the current state.
    gcTime: 0,
  })
  const shown = useRef(0)
  shown.current = query.data?.order.revision ?? 0

  useEffect(() => {
    const refetch = () => void client.invalidateQueries({ queryKey: keyOf(id) })
    // Includes the vendor calls of the seconds before the page was opened.
    let later = setTimeout(refetch, recordingDelayMs)
    const stop = realtime.subscribeOrder(id, ({ revision }) => {
      if (revision <= shown.current || shown.current === 0) return
      refetch()
      clearTimeout(later)
      later = setTimeout(refetch, recordingDelayMs)
    })
    return () => {
      clearTimeout(later)
      stop()
    }
  }, [realtime, client, id])
  return query
}

/**
 * After an action of this page: shows the server's reply at once, and fetches the related data
 * again.
 */
export function useOrderDetailsUpdates(id: string) {
  const client = useQueryClient()
  return {
    apply: useCallback(
      (order: BoardOrder) => {
        client.setQueryData<OrderDetailsResult>(keyOf(id), (page) => page && newest(page, { ...page, order }))
        void client.invalidateQueries({ queryKey: keyOf(id) })
      },
      [client, id],
    ),
    refetch: useCallback(() => client.invalidateQueries({ queryKey: keyOf(id) }), [client, id]),
  }
}

/** A late reply never overwrites a newer version. */
function newest(before: OrderDetailsResult | undefined, after: OrderDetailsResult): OrderDetailsResult {
  return before && before.order.revision > after.order.revision ? before : after
}
