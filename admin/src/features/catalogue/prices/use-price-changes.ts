import { useServices } from '@jhatpat/shared/browser/services.tsx'
import {
  cancelPriceChange,
  decidePendingPrices,
  priceChanges,
  rollBackPriceChange,
} from '@jhatpat/shared/contracts/price-changes.ts'
import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query'
import { useIdempotencyKey } from '../../../lib/use-idempotency-key.ts'
import { goodsKey, useReloadGoods } from '../use-goods.ts'
import { usePriceCall } from '../use-price-call.tsx'

/** Planned, applied and cancelled sets, a page at a time. A change to the goods asks for them again. */
export function usePriceChanges() {
  const { call } = useServices()
  return useInfiniteQuery({
    queryKey: [...goodsKey, 'sets'],
    initialPageParam: '',
    queryFn: ({ pageParam, signal }) =>
      call(priceChanges, { query: pageParam ? { cursor: pageParam } : {}, signal }),
    getNextPageParam: ({ next }) => next || undefined,
  })
}

/** Sets with prices that were held back, and that nobody has answered. */
export function usePendingChanges() {
  const { call } = useServices()
  return useQuery({
    queryKey: [...goodsKey, 'pending'],
    queryFn: ({ signal }) => call(priceChanges, { query: { only: 'pending' }, signal }),
    refetchOnWindowFocus: 'always',
    select: ({ pending }) => pending,
  })
}

/** Answers for them. A lost answer is asked for again under the same key. */
export function useDecidePending(id: string) {
  const { callPrice, question } = usePriceCall()
  const reload = useReloadGoods()
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

/** Takes a planned set back. */
export function useCancelSet() {
  const { call } = useServices()
  const reload = useReloadGoods()
  const idempotency = useIdempotencyKey()
  return useMutation({
    mutationFn: (id: string) =>
      call(cancelPriceChange, { params: { id }, idempotencyKey: idempotency.keyFor({ id }) }),
    onError: (error) => idempotency.renewIfRefused(error),
    onSettled: () => reload(),
  })
}

/** Brings the prices of before a set back. A lost answer is asked for again under the same key. */
export function useRollBack(id: string) {
  const { callPrice, question } = usePriceCall()
  const reload = useReloadGoods()
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
