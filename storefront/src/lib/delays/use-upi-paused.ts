import type { Delay } from '@jhatpat/shared/contracts/delays.ts'
import { useQuery } from '@tanstack/react-query'
import { keys } from '../known.ts'
import { useCall } from '../use-call.ts'

/** Whether no UPI payment can begin now, as far as this page knows: the strip above it keeps that current. */
export function useUpiPaused(): boolean {
  const call = useCall()
  const { data } = useQuery<Delay[]>({
    queryKey: keys.delays,
    queryFn: ({ signal }) => call('delays', { signal }),
    staleTime: 60_000,
    retry: false,
  })
  return data?.some(({ isUpiPaused }) => isUpiPaused) ?? false
}
