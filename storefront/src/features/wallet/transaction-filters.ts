export const transactionStatusOptions = ['All', 'Processing', 'Success', 'Refunded'] as const
export const transactionTypeOptions = ['All', 'Credit', 'Debit'] as const

export type TransactionFilters = { q: string; status: string; type: string }

export function readTransactionFilters(params: URLSearchParams): TransactionFilters {
  return {
    q: (params.get('q') ?? '').slice(0, 100),
    status: transactionStatusOptions.find((option) => option === params.get('status')) ?? 'All',
    type: transactionTypeOptions.find((option) => option === params.get('type')) ?? 'All',
  }
}

export function isFiltered({ q, status, type }: TransactionFilters): boolean {
  return q.trim() !== '' || status !== 'All' || type !== 'All'
}

/** The query for the server. */
export function wantedTransactions({ q, status, type }: TransactionFilters) {
  const ofStatus = transactionStatusOptions.find((option) => option === status)
  const ofType = transactionTypeOptions.find((option) => option === type)
  return {
    ...(q.trim() ? { q } : {}),
    ...(ofStatus && ofStatus !== 'All' ? { status: ofStatus } : {}),
    ...(ofType && ofType !== 'All' ? { type: ofType } : {}),
  }
}
