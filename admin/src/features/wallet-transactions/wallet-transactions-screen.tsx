import { useServices } from '@jhatpat/shared/browser/services.tsx'
import { allWalletTransactions } from '@jhatpat/shared/contracts/admin-lists.ts'
import type { QueryOf } from '@jhatpat/shared/contracts/route.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { CsvButton } from '../../lib/table/csv-button.tsx'
import { listQuery } from '../../lib/table/list-query.ts'
import { MatchReasonLine } from '../../lib/table/match-reason-line.tsx'
import { TableScreen } from '../../lib/table/table-screen.tsx'
import { useTableAddress } from '../../lib/table/use-table-address.ts'
import { walletColumns } from '../../lib/table/wallet-columns.tsx'
import { walletFields, walletTable, walletTexts } from './wallet-table.ts'

/** All transactions of all wallets. */
export default function WalletTransactionsScreen() {
  const table = useTableAddress(walletTable)
  const { call } = useServices()
  const callQuery = listQuery<QueryOf<typeof allWalletTransactions>>(table.address, walletFields)
  const query = useQuery({
    queryKey: ['admin', 'wallet-transactions', callQuery],
    queryFn: ({ signal }) => call(allWalletTransactions, { query: callQuery, signal }),
    placeholderData: keepPreviousData,
  })
  const { data } = query
  const page = data && { ...data, rows: data.transactions, count: data.totalItems }
  return (
    <TableScreen
      texts={walletTexts}
      views="wallet"
      spec={walletTable}
      fields={walletFields}
      columns={walletColumns}
      rowKey={({ txnid }) => txnid}
      table={table}
      query={{ ...query, data: page }}
      tools={
        <CsvButton
          path="/admin/allwallettxn/csv"
          file="wallet-transactions.csv"
          query={callQuery}
          title="Wallet Transactions"
        />
      }
      found={<MatchReasonLine page={page} table={table} row="transaction" />}
    />
  )
}
