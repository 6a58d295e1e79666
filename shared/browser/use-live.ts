import { type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { newest } from './newest.ts'
import type { Stop } from './realtime.ts'

export type Live<T> = {
  queryKey: readonly [string, ...string[]]
  ask(signal: AbortSignal): Promise<T>
  watch(apply: (arrived: T) => void): Stop
  /** It can still change by itself, so it is asked for again every 20 s while the page is visible. */
  isMoving(shown: T): boolean
}

/**
 * One thing that changes by itself: asked for by HTTP, kept fresh by events, never set back by an answer or
 * event that is older than what is shown.
 */
export function useLive<T extends { revision: number; state?: unknown }>(live: Live<T>): UseQueryResult<T> {
  const client = useQueryClient()
  const key = live.queryKey.join('/')
  const latest = useRef(live)
  latest.current = live

  const query = useQuery<T>({
    queryKey: live.queryKey,
    queryFn: ({ signal }) => live.ask(signal),
    structuralSharing: (shown, arrived) => newest(shown as T | undefined, arrived as T),
    refetchInterval: ({ state }) => (state.data && !live.isMoving(state.data) ? false : 20_000),
    refetchOnWindowFocus: 'always',
    refetchOnReconnect: 'always',
  })

  // biome-ignore lint/correctness/useExhaustiveDependencies: one watch per key; the rest is read when needed
  useEffect(
    () =>
      latest.current.watch((arrived) => {
        client.setQueryData<T>(latest.current.queryKey, (shown) => newest(shown, arrived))
      }),
    [client, key],
  )
  return query
}
