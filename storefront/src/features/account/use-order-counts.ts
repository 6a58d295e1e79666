import { useQuery } from '@tanstack/react-query'
import { useCall } from '../../lib/use-call.ts'

/** The user's number of orders, by result. */
export function useOrderCounts(userId: string) {
  const call = useCall()
  return useQuery({
    queryKey: ['order-counts', userId],
    queryFn: ({ signal }) => call('myOrders', { params: { _id: userId }, signal }),
  })
}
