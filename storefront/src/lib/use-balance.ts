import { userAtom } from '@jhatpat/shared/browser/session.ts'
import { useQuery } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { useCall } from './use-call.ts'

export function balanceKey(userid: string): readonly [string, string] {
  return ['balance', userid]
}

/** The signed-in user's wallet in rupees; undefined while unknown. */
export function useBalance(): number | undefined {
  const call = useCall()
  const userid = useAtomValue(userAtom)?.userid
  const { data } = useQuery({
    queryKey: balanceKey(userid ?? ''),
    queryFn: ({ signal }) => call('walletBalance', { params: { userid: userid ?? '' }, signal }),
    enabled: userid !== undefined,
  })
  return data?.balance
}
