import { useQuery } from '@tanstack/react-query'
import { useCall } from '../../lib/use-call.ts'

/** How many orders one has made, and how they ended. */
export function useOrderCounts(userId: string) {
  const call = useCall()
  return useQuery({
    queryKey: ['order-counts', userId],
    queryFn: ({ signal }) => call('myOrders', { params: { _id: userId }, signal }),
  })
}
