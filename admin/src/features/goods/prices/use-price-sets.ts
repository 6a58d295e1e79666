import { useServices } from '@jhatpat/shared/browser/services.tsx'
import {
  answerHeldPrices,
  cancelPriceSet,
  priceSets,
  rollBackPriceSet,
} from '@jhatpat/shared/contracts/price-sets.ts'
import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query'
import { useIdempotencyKey } from '../../../lib/use-idempotency-key.ts'
import { goodsKey, useReloadGoods } from '../use-goods.ts'
import { usePriceCall } from './use-price-call.tsx'

/** Planned, applied and cancelled sets, a page at a time. A change to the goods asks for them again. */
export function usePriceSets() {
  const { call } = useServices()
  return useInfiniteQuery({
    queryKey: [...goodsKey, 'sets'],
    initialPageParam: '',
    queryFn: ({ pageParam, signal }) =>
      call(priceSets, { query: pageParam ? { cursor: pageParam } : {}, signal }),
    getNextPageParam: ({ next }) => next || undefined,
  })
}

/** Sets with prices that were held back, and that nobody has answered. */
export function useHeldSets() {
  const { call } = useServices()
  return useQuery({
    queryKey: [...goodsKey, 'held'],
    queryFn: ({ signal }) => call(priceSets, { query: { only: 'held' }, signal }),
    refetchOnWindowFocus: 'always',
    select: ({ held }) => held,
  })
}

/** Answers for them. A lost answer is asked for again under the same key. */
export function useAnswerHeld(id: string) {
  const { callPrice, question } = usePriceCall()
  const reload = useReloadGoods()
  const idempotency = useIdempotencyKey()
  const sending = useMutation({
    mutationFn: (apply: boolean) =>
      callPrice(answerHeldPrices, {
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
    mutationFn: (id: string) => call(cancelPriceSet, { params: { id }, idempotencyKey: idempotency.keyFor({ id }) }),
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
      callPrice(rollBackPriceSet, { params: { id }, body: { reason }, idempotencyKey: idempotency.keyFor({ id, reason }) }),
    onError: (error) => idempotency.renewIfRefused(error),
    onSettled: () => reload(),
  })
  return { ...sending, question }
}
