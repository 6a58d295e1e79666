import { useServices } from '@jhatpat/shared/browser/services.tsx'
import { useIdempotencyKey } from '@jhatpat/shared/browser/use-idempotency-key.ts'
import {
  cancelPriceChange,
  decidePendingPrices,
  priceChanges,
  rollBackPriceChange,
} from '@jhatpat/shared/contracts/price-changes.ts'
import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query'
import { catalogueKey, useReloadCatalogue } from '../use-catalogue.ts'
import { usePriceCall } from '../use-price-call.tsx'

/**
 * Scheduled, applied and cancelled price changes, in pages. Fetched again when the catalogue
 * changes.
 */
export function usePriceChanges() {
  const { call } = useServices()
  return useInfiniteQuery({
    queryKey: [...catalogueKey, 'sets'],
    initialPageParam: '',
    queryFn: ({ pageParam, signal }) =>
      call(priceChanges, { query: pageParam ? { cursor: pageParam } : {}, signal }),
    getNextPageParam: ({ next }) => next || undefined,
  })
}

/** Changes with pending prices that no owner has decided. */
export function usePendingChanges() {
  const { call } = useServices()
  return useQuery({
    queryKey: [...catalogueKey, 'pending'],
    queryFn: ({ signal }) => call(priceChanges, { query: { only: 'pending' }, signal }),
    refetchOnWindowFocus: 'always',
    select: ({ pending }) => pending,
  })
}

/** Decides pending prices. A lost reply is retried with the same idempotency key. */
export function useDecidePending(id: string) {
  const { callPrice, question } = usePriceCall()
  const reload = useReloadCatalogue()
  const idempotency = useIdempotencyKey()
  const sending = useMutation({
    mutationFn: (apply: boolean) =>
      callPrice(decidePendingPrices, {
        params: { id },
        body: { apply },
        idempotencyKey: idempotency.keyFor({ id, apply }),
      }),
    onError: (error) => idempotency.renewIfRefused(error),
    onSettled: () => reload(),
  })
  return { ...sending, question }
}

/** Cancels a scheduled price change. */
export function useCancelSet() {
  const { call } = useServices()
  const reload = useReloadCatalogue()
  const idempotency = useIdempotencyKey()
  return useMutation({
    mutationFn: (id: string) =>
      call(cancelPriceChange, { params: { id }, idempotencyKey: idempotency.keyFor({ id }) }),
    onError: (error) => idempotency.renewIfRefused(error),
    onSettled: () => reload(),
  })
}

/** Restores the previous prices of a change. A lost reply is retried with the same idempotency key. */
export function useRollBack(id: string) {
  const { callPrice, question } = usePriceCall()
  const reload = useReloadCatalogue()
  const idempotency = useIdempotencyKey()
  const sending = useMutation({
    mutationFn: (reason: string) =>
      callPrice(rollBackPriceChange, {
        params: { id },
        body: { reason },
        idempotencyKey: idempotency.keyFor({ id, reason }),
      }),
    onError: (error) => idempotency.renewIfRefused(error),
    onSettled: () => reload(),
  })
  return { ...sending, question }
}
