import { useServices } from '@jhatpat/shared/browser/services.tsx'
import { withoutSchemas } from '@jhatpat/shared/contracts/call-addresses.ts'
import { ApiError } from '@jhatpat/shared/contracts/client.ts'
import { type QueryClient, skipToken, useQuery } from '@tanstack/react-query'

/**
 * Rupees of this order that this admin may refund alone; a larger amount needs approval. 0 once the
 * server has demanded approval, because earlier refunds and the order's owner count as well. Infinity until
 * the limit is loaded: the server decides, and `RefundLimitNote` warns if loading fails.
 */
export function useRefundLimit(orderid = ''): number {
  const needed = useNeeded(orderid)
  const { data } = useRefundLimitQuery()
  return needed ? 0 : (data?.refundLimit ?? Number.POSITIVE_INFINITY)
}

/** Whether the server has demanded approval for this order's refund. */
export function useNeeded(orderid: string): boolean {
  const { data } = useQuery({ queryKey: neededKey(orderid), queryFn: skipToken, staleTime: Infinity })
  return data === true
}

/** The underlying query, for components that show its failure. */
export function useRefundLimitQuery() {
  const { call } = useServices()
  return useQuery({
    queryKey: ['admin', 'limits'],
    queryFn: ({ signal }) => call(withoutSchemas.adminLimits, { signal }),
    staleTime: 600_000,
  })
}

const neededKey = (orderid: string) => ['admin', 'limits', 'needed', orderid]

/** Records that the server demanded approval for an order's refund. Returns whether it did. */
export function noteRefusal(queries: QueryClient, orderid: string, error: unknown): boolean {
  const isNeeded = error instanceof ApiError && error.code === 'approval_required'
  if (isNeeded) queries.setQueryData(neededKey(orderid), true)
  return isNeeded
}

export const askText = 'Request approval'
