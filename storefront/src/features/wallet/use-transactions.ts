import { userAtom } from '@jhatpat/shared/browser/session.ts'
import type { WalletTransaction } from '@jhatpat/shared/contracts/wallet.ts'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { useCall } from '../../lib/use-call.ts'
import { type ListPage, pageSize, useList } from '../../lib/use-list.ts'
import { type TransactionFilters, wantedTransactions } from './transaction-filters.ts'

/** Updates of the wallet refetch every query with this prefix. */
const name = 'transactions'

/** A page of the signed-in user's wallet, newest first; polled while one of its rows is pending. */
export function useTransactions(
  filters: TransactionFilters,
  page: number,
): UseQueryResult<ListPage<WalletTransaction>> {
  const query = wantedTransactions(filters)
  return useList({
    name,
    query,
    page,
    fetchPage: (call, userid, signal) =>
      Promise.all([
        call('walletTransactions', {
          params: { userid },
          query: { ...query, limit: pageSize, page },
          signal,
        }),
        call('walletCount', { params: { userid }, query, signal }),
      ]),
    isMoving: ({ status }) => status === 'Created' || status === 'Processing',
  })
}

/** Rupees received and spent since the month began in India; undefined while unknown. */
export function useThisMonth(): { added: number; spent: number } | undefined {
  const call = useCall()
  const userid = useAtomValue(userAtom)?.userid ?? ''
  const { data } = useQuery({
    queryKey: [name, userid, 'month'],
    queryFn: ({ signal }) => call('walletMonth', { params: { userid }, signal }),
    enabled: userid !== '',
  })
  return data
}
