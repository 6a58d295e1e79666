import { useServices } from '@jhatpat/shared/browser/services.tsx'
import { bare } from '@jhatpat/shared/contracts/bare-calls.ts'
import { useQuery } from '@tanstack/react-query'

/** Rupees of one order that this admin may give back alone; more is asked for. Until it is known: any, the server decides. */
export function useRefundAlone(): number {
  const { call } = useServices()
  const { data } = useQuery({
    queryKey: ['admin', 'limits'],
    queryFn: ({ signal }) => call(bare.adminLimits, { signal }),
    staleTime: 600_000,
  })
  return data?.refundAlone ?? Number.POSITIVE_INFINITY
}

export const askText = 'Ask for approval'
