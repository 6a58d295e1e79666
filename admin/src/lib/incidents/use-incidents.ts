import { useServices } from '@jhatpat/shared/browser/services.tsx'
import { incidents } from '@jhatpat/shared/contracts/incidents.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'

export const incidentsKey = ['admin', 'incidents'] as const

/** Open and past incidents: asked for again when one changes, and every few seconds while one is open. */
export function useIncidents() {
  const { call, realtime } = useServices()
  const client = useQueryClient()
  useEffect(
    () =>
      realtime.follow((socket) => {
        const ask = () => void client.invalidateQueries({ queryKey: incidentsKey })
        socket.on('incidents.changed', ask)
        return { ask, stop: () => void socket.off('incidents.changed', ask) }
      }),
    [realtime, client],
  )
  return useQuery({
    queryKey: incidentsKey,
    queryFn: ({ signal }) => call(incidents, { signal }),
    refetchInterval: ({ state }) => (state.data?.open.length ? 5_000 : 30_000),
    refetchOnWindowFocus: 'always',
    refetchOnReconnect: 'always',
  })
}
