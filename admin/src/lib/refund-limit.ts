import { useServices } from '@jhatpat/shared/browser/services.tsx'
import { withoutSchemas } from '@jhatpat/shared/contracts/call-addresses.ts'
import { ApiError } from '@jhatpat/shared/contracts/client.ts'
import { type QueryClient, skipToken, useQuery } from '@tanstack/react-query'

/**
 * Rupees of this order that this admin may give back alone; more is asked for. None once the server has said so, which
 * knows what was given back before and whose order it is. Until it is known: any, the server decides, and
 * `RefundLimitNote` says so where it can't be had.
 */
export function useRefundLimit(orderid = ''): number {
  const needed = useNeeded(orderid)
  const { data } = useRefundLimitQuery()
  return needed ? 0 : (data?.refundLimit ?? Number.POSITIVE_INFINITY)
}

/** Whether the server has said that this order's refund needs a second person. */
export function useNeeded(orderid: string): boolean {
  const { data } = useQuery({ queryKey: neededKey(orderid), queryFn: skipToken, staleTime: Infinity })
  return data === true
}

/** The call behind it, for who says that it failed. */
export function useRefundLimitQuery() {
  const { call } = useServices()
  return useQuery({
    queryKey: ['admin', 'limits'],
    queryFn: ({ signal }) => call(withoutSchemas.adminLimits, { signal }),
    staleTime: 600_000,
  })
}

const neededKey = (orderid: string) => ['admin', 'limits', 'needed', orderid]

/** Remembers an order whose refund was refused because a second person has to agree, and answers whether it was. */
export function noteRefusal(queries: QueryClient, orderid: string, error: unknown): boolean {
  const isNeeded = error instanceof ApiError && error.code === 'approval_required'
  if (isNeeded) queries.setQueryData(neededKey(orderid), true)
  return isNeeded
}

export const askText = 'Ask for approval'
