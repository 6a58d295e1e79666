import { useServices } from '@jhatpat/shared/browser/services.tsx'
import type { BoardOrder } from '@jhatpat/shared/contracts/admin.ts'
import { assignTicket, tickets } from '@jhatpat/shared/contracts/tickets.ts'
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { pollIntervalMs, ticketsKey } from '../../lib/ticket-counts.ts'

export type Which = 'open' | 'mine' | 'resolved'

const queries = {
  open: { status: 'open' },
  mine: { status: 'open', mine: '1' },
  resolved: { status: 'resolved' },
} as const

/** Tickets page by page; events keep them up to date (`useTicketEvents`). */
export function useTickets(which: Which) {
  const { call } = useServices()
  return useInfiniteQuery({
    queryKey: [...ticketsKey, which],
    queryFn: ({ signal, pageParam }) =>
      call(tickets, { query: { ...queries[which], ...(pageParam ? { cursor: pageParam } : {}) }, signal }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next || undefined,
    refetchInterval: pollIntervalMs,
    refetchOnWindowFocus: 'always',
    refetchOnReconnect: 'always',
  })
}

/** Assigns a ticket, renews, reassigns or unassigns it; the lists show it at once. */
export function useAssignTicket({ orderid }: BoardOrder) {
  const { call } = useServices()
  const client = useQueryClient()
  return useMutation({
    mutationFn: (action: 'assign' | 'reassign' | 'unassign') =>
      call(assignTicket, { params: { id: orderid }, body: { action } }),
    onSettled: () => client.invalidateQueries({ queryKey: ticketsKey }),
  })
}
