import { useServices } from '@jhatpat/shared/browser/services.tsx'
import { incidents, incidentsNow } from '@jhatpat/shared/contracts/incidents.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'

/** All queries about incidents are below this key. */
export const incidentsKey = ['admin', 'incidents'] as const

const always = { refetchOnWindowFocus: 'always', refetchOnReconnect: 'always' } as const

/**
 * Active and past incidents with the orders that are released next; polled every few seconds while
 * one is active.
 */
export function useIncidents() {
  const { call } = useServices()
  return useQuery({
    queryKey: [...incidentsKey, 'all'],
    queryFn: ({ signal }) => call(incidents, { signal }),
    refetchInterval: ({ state }) => (state.data?.open.length ? 5_000 : 30_000),
    ...always,
  })
}

/** Active incidents, for every screen; an event about one refreshes all queries about incidents. */
export function useOpenIncidents() {
  const { call, realtime } = useServices()
  const client = useQueryClient()
  useEffect(
    () =>
      realtime.follow((socket) => {
        const refetch = () => void client.invalidateQueries({ queryKey: incidentsKey })
        socket.on('incidents.updated', refetch)
        return { poll: refetch, stop: () => void socket.off('incidents.updated', refetch) }
      }),
    [realtime, client],
  )
  return useQuery({
    queryKey: [...incidentsKey, 'now'],
    queryFn: ({ signal }) => call(incidentsNow, { signal }),
    refetchInterval: ({ state }) => (state.data?.length ? 10_000 : 30_000),
    ...always,
  })
}
