import { useServices } from '@jhatpat/shared/browser/services.tsx'
import { withoutSchemas } from '@jhatpat/shared/contracts/call-addresses.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'

const key = ['second-factor'] as const

/** How one's own second factor stands. */
export function useFactor() {
  const { call } = useServices()
  return useQuery({ queryKey: key, queryFn: ({ signal }) => call(withoutSchemas.secondFactor, { signal }) })
}

/** Asks again how it stands, after it has changed. */
export function useFactorChanged(): () => Promise<void> {
  const queries = useQueryClient()
  return () => queries.invalidateQueries({ queryKey: key })
}
