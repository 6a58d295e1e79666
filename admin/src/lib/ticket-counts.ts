import { useServices } from '@jhatpat/shared/browser/services.tsx'
import { bare } from '@jhatpat/shared/contracts/bare-calls.ts'
import { useQuery } from '@tanstack/react-query'
import { useMay } from './may.ts'

export const ticketsKey = ['admin', 'tickets'] as const

/** How many reports wait for an answer, asked for again every 20 s. */
export function useTicketCounts() {
  const { call } = useServices()
  const may = useMay()
  return useQuery({
    queryKey: [...ticketsKey, 'counts'],
    queryFn: ({ signal }) => call(bare.ticketCounts, { signal }),
    enabled: may('tickets'),
    refetchInterval: 20_000,
  }).data
}
