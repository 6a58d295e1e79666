import { userAtom } from '@jhatpat/shared/browser/session.ts'
import type { WalletTransaction } from '@jhatpat/shared/contracts/wallet.ts'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { useCall } from '../../lib/use-call.ts'

/** As many as the call gives at once. */
const limit = 500
const askAgainMs = 20_000

/** The signed-in user's wallet movements, newest first; asked for again while one of them is still open. */
export function useTransactions(): UseQueryResult<WalletTransaction[]> {
  const call = useCall()
  const userid = useAtomValue(userAtom)?.userid ?? ''
  return useQuery({
    queryKey: ['transactions', userid],
    queryFn: ({ signal }) => call('walletTransactions', { params: { userid }, query: { limit }, signal }),
    enabled: userid !== '',
    refetchOnMount: 'always',
    refetchInterval: ({ state }) => (state.data?.some(isMoving) ? askAgainMs : false),
  })
}

function isMoving({ status }: WalletTransaction): boolean {
  return status === 'Created' || status === 'Processing'
}

/** What came in and went out in rupees since the month began in India. */
export function thisMonth(
  transactions: readonly WalletTransaction[],
  monthOf: (at: string | number) => string,
  now: number,
): { added: number; spent: number } {
  const done = transactions.filter(
    ({ status, createdAt }) =>
      (status === 'Success' || status === 'Refunded') && monthOf(createdAt) === monthOf(now),
  )
  const sum = (type: WalletTransaction['type']) =>
    done.reduce((total, one) => (one.type === type ? total + Math.round(one.amount * 100) : total), 0) / 100
  return { added: sum('Credit'), spent: sum('Debit') }
}
