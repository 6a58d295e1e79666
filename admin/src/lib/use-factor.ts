import { useServices } from '@jhatpat/shared/browser/services.tsx'
import { withoutSchemas } from '@jhatpat/shared/contracts/call-addresses.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'

const key = ['second-factor'] as const

/** State of the admin's own second factor. */
export function useFactor() {
  const { call } = useServices()
  return useQuery({ queryKey: key, queryFn: ({ signal }) => call(withoutSchemas.secondFactor, { signal }) })
}

/** Fetches the state again after a change. */
export function useFactorChanged(): () => Promise<void> {
  const queries = useQueryClient()
  return () => queries.invalidateQueries({ queryKey: key })
}
