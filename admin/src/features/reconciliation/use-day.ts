import { useServices } from '@jhatpat/shared/browser/services.tsx'
import { compareDay, reconciledDay } from '@jhatpat/shared/contracts/reconciliation.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'

export const dayKey = (day: string) => ['admin', 'reconciliation', day] as const

/** A day's comparison, asked for again while it runs; and what begins it. */
export function useDay(day: string) {
  const { call } = useServices()
  const queries = useQueryClient()
  const compared = useQuery({
    queryKey: dayKey(day),
    queryFn: ({ signal }) => call(reconciledDay, { params: { day }, signal }),
    refetchInterval: ({ state: { data } }) => (data?.state === 'running' ? 3_000 : 60_000),
  })
  const compare = useMutation({
    // Another day's busy button or error is not this day's.
    mutationKey: [...dayKey(day), 'compare'],
    mutationFn: () => call(compareDay, { params: { day } }),
    onSuccess: (data) => queries.setQueryData(dayKey(data.day), data),
  })
  return { compared, compare }
}
