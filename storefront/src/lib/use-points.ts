import { userAtom } from '@jhatpat/shared/browser/session.ts'
import { useQuery } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { useCall } from './use-call.ts'

export const pointsKey = 'points'

/** The signed-in user's reward points, and what they are earned for and worth; fresh each time a page asks. */
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

/** What they came from and went to, the latest first. */
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
