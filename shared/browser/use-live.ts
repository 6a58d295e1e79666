import { type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { newerOf } from './newer-of.ts'
import type { Stop } from './realtime.ts'

export type LiveState<T> = {
  queryKey: readonly [string, ...string[]]
  fetch(signal: AbortSignal): Promise<T>
  subscribe(apply: (arrived: T) => void): Stop
  /** It can still change by itself, so it is polled every 20 s while the page is visible. */
  isMoving(shown: T): boolean
}

/**
 * One object that changes by itself: fetched by HTTP, updated by events, never replaced by an answer or event
 * that is older than what is shown.
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

  // biome-ignore lint/correctness/useExhaustiveDependencies: one subscription per key
  useEffect(
    () =>
      latest.current.subscribe((arrived) => {
        client.setQueryData<T>(latest.current.queryKey, (shown) => newerOf(shown, arrived))
      }),
    [client, key],
  )
  return query
}
