import { userAtom } from '@jhatpat/shared/browser/session.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { useEffect } from 'react'
import { balanceKey, useBalance } from './use-balance.ts'

/**
 * The wallet in rupees, fetched again because money has moved; `cause` is what moved it, undefined before
 * that.
 */
export function useFreshBalance(cause: string | undefined): number | undefined {
  const queries = useQueryClient()
  const userid = useAtomValue(userAtom)?.userid
  useEffect(() => {
    if (cause && userid) queries.invalidateQueries({ queryKey: balanceKey(userid) })
  }, [queries, cause, userid])
  return useBalance()
}
