import { type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { newerOf } from './newer-of.ts'
import type { Stop } from './realtime.ts'

export type LiveState<T> = {
  queryKey: readonly [string, ...string[]]
  fetch(signal: AbortSignal): Promise<T>
  subscribe(apply: (arrived: T) => void): Stop
  /** It can still change by itself, so it is asked for again every 20 s while the page is visible. */
  isMoving(shown: T): boolean
}

/**
 * One thing that changes by itself: asked for by HTTP, kept fresh by events, never set back by an answer or
 * event that is older than what is shown.
 */
export function useLive<T extends { revision: number; state?: unknown }>(
  live: LiveState<T>,
): UseQueryResult<T> {
  const client = useQueryClient()
  const key = live.queryKey.join('/')
  const latest = useRef(live)
  latest.current = live

  const query = useQuery<T>({
    queryKey: live.queryKey,
    queryFn: ({ signal }) => live.fetch(signal),
    structuralSharing: (shown, arrived) => newerOf(shown as T | undefined, arrived as T),
    refetchInterval: ({ state }) => (state.data && !live.isMoving(state.data) ? false : 20_000),
    refetchOnWindowFocus: 'always',
    refetchOnReconnect: 'always',
  })

  // biome-ignore lint/correctness/useExhaustiveDependencies: one subscribe per key; the rest is read when needed
  useEffect(
    () =>
      latest.current.subscribe((arrived) => {
        client.setQueryData<T>(latest.current.queryKey, (shown) => newerOf(shown, arrived))
      }),
    [client, key],
  )
  return query
}
