import type { Delay } from '@jhatpat/shared/contracts/delays.ts'
import { useQuery } from '@tanstack/react-query'
import { keys } from '../known.ts'
import { useCall } from '../use-call.ts'

/** The current delays as far as this page knows them: the strip above it keeps them current. */
function useKnownDelays(): Delay[] {
  const call = useCall()
  const { data = [] } = useQuery<Delay[]>({
    queryKey: keys.delays,
    queryFn: ({ signal }) => call('delays', { signal }),
    staleTime: 60_000,
    retry: false,
  })
  return data
}

/** Whether no UPI payment can begin now. */
export const useUpiPaused = (): boolean => useKnownDelays().some(({ isUpiPaused }) => isUpiPaused)

/** Whether orders of a product are delayed now. */
export const useIsDelayed = (product: string | undefined): boolean =>
  useKnownDelays().some(
    ({ products, isUpiPaused, idChecksDown }) =>
      !isUpiPaused && !idChecksDown && product !== undefined && products.includes(product),
  )
