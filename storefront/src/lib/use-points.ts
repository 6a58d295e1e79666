import { userAtom } from '@jhatpat/shared/browser/session.ts'
import { useQuery } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { useCall } from './use-call.ts'

export const pointsKey = 'points'

/**
 * The signed-in user's reward points, how they are earned and their value; fetched each time a page needs
 * them.
 */
export function usePoints() {
  const call = useCall()
  const userid = useAtomValue(userAtom)?.userid ?? ''
  return useQuery({
    queryKey: [pointsKey, userid],
    queryFn: ({ signal }) => call('pointsBalance', { params: { userid }, signal }),
    enabled: userid !== '',
    staleTime: 0,
  })
}

/** Points earned and spent, the latest first. */
export function usePointsHistory() {
  const call = useCall()
  const userid = useAtomValue(userAtom)?.userid ?? ''
  return useQuery({
    queryKey: [pointsKey, userid, 'history'],
    queryFn: ({ signal }) => call('pointsHistory', { params: { userid }, signal }),
    enabled: userid !== '',
    staleTime: 0,
  })
}
