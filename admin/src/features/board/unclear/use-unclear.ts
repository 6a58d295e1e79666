import { useServices } from '@jhatpat/shared/browser/services.tsx'
import { useIdempotencyKey } from '@jhatpat/shared/browser/use-idempotency-key.ts'
import type { BoardOrder } from '@jhatpat/shared/contracts/admin.ts'
import {
  readBatchList,
  resolveBatch,
  type UnclearBatch,
  unclearBatches,
} from '@jhatpat/shared/contracts/unclear-batches.ts'
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { usePendingRows } from '../../../lib/pending-orders.ts'

const unclearKey = ['admin', 'unclear'] as const

/**
 * The batches that wait for answers: fetched again whenever an order with an unclear purchase
 * appears, changes or leaves.
 */
export function useUnclearBatches(): UnclearBatch[] {
  const { call } = useServices()
  const rows = usePendingRows().filter(isUnclear)
  const mark = rows.map(({ orderid, revision }) => `${orderid}:${revision}`).join(' ')
  const { data } = useQuery({
    enabled: rows.length > 0,
    queryKey: [...unclearKey, mark],
    queryFn: ({ signal }) => call(unclearBatches, { signal }),
    placeholderData: keepPreviousData,
  })
  return rows.length > 0 ? (data ?? []) : []
}

const isUnclear = ({ unitList }: BoardOrder) => unitList.some(({ state }) => state === 'unknown')

export type Answer = 'delivered' | 'refund' | 'retry_unit'

export type Settling = { answers: ReadonlyMap<string, Answer>; reason?: string; override?: true }

export function useSettle({ id, purchases }: UnclearBatch) {
  const { call } = useServices()
  const client = useQueryClient()
  const idempotency = useIdempotencyKey()
  return useMutation({
    mutationFn: ({ answers, ...more }: Settling) => {
      const entries = purchases.flatMap(({ key, orderid, unit, attempt }) => {
        const answer = answers.get(key)
        return answer ? [{ orderid, unit, attempt, answer }] : []
      })
      const body = { answers: entries, ...more }
      return call(resolveBatch, { params: { id }, body, idempotencyKey: idempotency.keyFor({ id, ...body }) })
    },
    onError: (error) => idempotency.renewIfRefused(error),
    onSettled: () => client.invalidateQueries({ queryKey: unclearKey }),
  })
}

export type ListZone = 'india' | 'brazil' | 'philippines' | 'utc'

export function useOrderList({ id }: UnclearBatch) {
  const { call } = useServices()
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ text, zone, apply }: { text: string; zone: ListZone; apply?: true }) =>
      call(readBatchList, { params: { id }, body: { text, zone, ...(apply && { apply }) } }),
    onSuccess: (_read, { apply }) => apply && client.invalidateQueries({ queryKey: unclearKey }),
  })
}
