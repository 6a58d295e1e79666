import { useServices } from '@jhatpat/shared/browser/services.tsx'
import { withoutSchemas } from '@jhatpat/shared/contracts/call-addresses.ts'
import { useQuery } from '@tanstack/react-query'
import { useMe, usePermission } from './me.ts'

export const requestsKey = ['admin', 'requests'] as const

/** Requests that wait for approval, polled every 20 s. */
export function useRequests() {
  const { call } = useServices()
  const may = usePermission()
  return useQuery({
    queryKey: requestsKey,
    queryFn: ({ signal }) => call(withoutSchemas.approvalRequests, { query: {}, signal }),
    enabled: may('approvals.decide'),
    refetchInterval: 20_000,
    refetchOnWindowFocus: 'always',
    refetchOnReconnect: 'always',
  })
}

/** Requests decided in the last seven days. */
export function useAnsweredRequests() {
  const { call } = useServices()
  return useQuery({
    queryKey: [...requestsKey, 'decided'],
    queryFn: ({ signal }) => call(withoutSchemas.approvalRequests, { query: { which: 'decided' }, signal }),
  })
}

/** How many requests this admin can decide: those of others. */
export function useRequestCount(): number {
  const me = useMe()
  const { data = [] } = useRequests()
  return data.filter(({ askedBy }) => askedBy._id !== me._id).length
}
