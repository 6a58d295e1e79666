import { useServices } from '@jhatpat/shared/browser/services.tsx'
import { incidents, incidentsNow, type OpenIncident } from '@jhatpat/shared/contracts/incidents.ts'
import type { SupplierAccount } from '@jhatpat/shared/contracts/suppliers.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { type Condition, conditionOf } from '../suppliers/supplier-texts.ts'

/** All queries about incidents are below this key. */
export const incidentsKey = ['admin', 'incidents'] as const

const nowKey = [...incidentsKey, 'now'] as const

const always = { refetchOnWindowFocus: 'always', refetchOnReconnect: 'always' } as const

/**
 * Active and past incidents with the orders that are released next; polled every few seconds while
 * one is active.
 */
export function useIncidents() {
  const { call } = useServices()
  const client = useQueryClient()
  return useQuery({
    queryKey: [...incidentsKey, 'all'],
    queryFn: async ({ signal }) => {
      const all = await call(incidents, { signal })
      // The strip above the page shows the same numbers, not those of its own last poll.
      client.setQueryData<OpenIncident[]>(nowKey, all.open)
      return all
    },
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
    queryKey: nowKey,
    queryFn: ({ signal }) => call(incidentsNow, { signal }),
    refetchInterval: ({ state }) => (state.data?.length ? 10_000 : 30_000),
    ...always,
  })
}

/** The condition of an account, which every screen shows alike: never working while its orders are on hold. */
export function useCondition(): (account: SupplierAccount) => Condition {
  const { data = [] } = useOpenIncidents()
  const active = data.filter(({ state }) => state === 'active')
  return (account) =>
    conditionOf(
      account,
      active.some(({ scope }) => scope === 'ALL' || scope === account.account),
    )
}
