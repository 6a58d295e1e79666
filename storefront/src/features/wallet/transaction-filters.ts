import type { WalletTransaction } from '@jhatpat/shared/contracts/wallet.ts'
import { ungroupId } from '@jhatpat/shared/ui/format/ids.ts'

export const transactionStatusOptions = ['All', 'Processing', 'Success', 'Refunded'] as const
export const transactionTypeOptions = ['All', 'Credit', 'Debit'] as const

export type TransactionFilters = { q: string; status: string; type: string }

export function readTransactionFilters(params: URLSearchParams): TransactionFilters {
  return {
    q: params.get('q') ?? '',
    status: transactionStatusOptions.find((option) => option === params.get('status')) ?? 'All',
    type: transactionTypeOptions.find((option) => option === params.get('type')) ?? 'All',
  }
}

export function filterTransactions(
  transactions: readonly WalletTransaction[],
  { q, status, type }: TransactionFilters,
): WalletTransaction[] {
  const wanted = ungroupId(q).toLowerCase()
  return transactions.filter(
    (one) =>
      (status === 'All' || one.status === status) &&
      (type === 'All' || one.type === type) &&
      one.txnid.toLowerCase().includes(wanted),
  )
}

export function isFiltered({ q, status, type }: TransactionFilters): boolean {
  return q.trim() !== '' || status !== 'All' || type !== 'All'
}
