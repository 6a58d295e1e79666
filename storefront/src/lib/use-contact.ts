import type { ResultOf } from '@jhatpat/shared/contracts/route.ts'
import type { supportContact } from '@jhatpat/shared/contracts/support.ts'
import { useQuery } from '@tanstack/react-query'
import { keys } from './known.ts'
import { useCall } from './use-call.ts'

/** The shop's contacts, and how soon a report is answered; undefined until loaded, or while not needed. */
export function useContact(isNeeded: boolean): ResultOf<typeof supportContact> | undefined {
  const call = useCall()
  const { data } = useQuery({
    queryKey: keys.support,
    queryFn: ({ signal }) => call('supportContact', { signal }),
    enabled: isNeeded,
    staleTime: Number.POSITIVE_INFINITY,
  })
  return isNeeded ? data : undefined
}
