import { useServices } from '@jhatpat/shared/browser/services.tsx'
import { tickets } from '@jhatpat/shared/contracts/tickets.ts'
import { useQuery } from '@tanstack/react-query'

export const ticketsKey = ['admin', 'tickets'] as const

/** Orders that customers reported as not received, asked for again every 20 s. */
export function useTickets(status: 'open' | 'answered') {
  const { call } = useServices()
  return useQuery({
    queryKey: [...ticketsKey, status],
    queryFn: ({ signal }) => call(tickets, { query: { status }, signal }),
    refetchInterval: 20_000,
    refetchOnWindowFocus: 'always',
    refetchOnReconnect: 'always',
  })
}
