import { userAtom } from '@jhatpat/shared/browser/session.ts'
import { isOpen } from '@jhatpat/shared/contracts/order-status.ts'
import type { Order } from '@jhatpat/shared/contracts/orders.ts'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { useCall } from '../../lib/use-call.ts'

/** As many as the call gives at once. */
const limit = 500
const askAgainMs = 20_000

/** The signed-in user's orders, newest first; asked for again while one of them is still moving. */
export function useOrders(): UseQueryResult<Order[]> {
  const call = useCall()
  const userid = useAtomValue(userAtom)?.userid ?? ''
  return useQuery({
    queryKey: ['orders', userid],
    queryFn: ({ signal }) => call('orderList', { params: { userId: userid }, query: { limit }, signal }),
    enabled: userid !== '',
    refetchOnMount: 'always',
    refetchInterval: ({ state }) => (state.data?.some(({ status }) => isOpen(status)) ? askAgainMs : false),
  })
}
