import { useServices } from '@jhatpat/shared/browser/services.tsx'
import type { BoardOrder } from '@jhatpat/shared/contracts/admin.ts'
import { type OrderDetailsResult, orderDetails } from '@jhatpat/shared/contracts/order-details.ts'
import { type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef } from 'react'

const keyOf = (id: string) => ['admin', 'order', id] as const

/** A worker writes what vendors said some seconds after it heard them. In ms. */
const heardLaterMs = 6_000

/** All that is known of an order: asked for anew whenever somebody says that it has changed, and every 20 s. */
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
    // Whoever opens it sees it as it is now.
    gcTime: 0,
  })
  const shown = useRef(0)
  shown.current = query.data?.order.revision ?? 0

  useEffect(() => {
    const ask = () => void client.invalidateQueries({ queryKey: keyOf(id) })
    // Also of what was heard right before it was opened.
    let later = setTimeout(ask, heardLaterMs)
    const stop = realtime.subscribeOrder(id, ({ revision }) => {
      if (revision <= shown.current || shown.current === 0) return
      ask()
      clearTimeout(later)
      later = setTimeout(ask, heardLaterMs)
    })
    return () => {
      clearTimeout(later)
      stop()
    }
  }, [realtime, client, id])
  return query
}

/** For what this page does itself: the server's reply stands at once, and all that goes with it is asked for. */
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
    askAgain: useCallback(() => client.invalidateQueries({ queryKey: keyOf(id) }), [client, id]),
  }
}

/** An answer that was overtaken on its way sets nothing back. */
function newest(before: OrderDetailsResult | undefined, after: OrderDetailsResult): OrderDetailsResult {
  return before && before.order.revision > after.order.revision ? before : after
}
