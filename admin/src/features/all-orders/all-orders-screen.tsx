import { useServices } from '@jhatpat/shared/browser/services.tsx'
import { allOrders, type OrderRow } from '@jhatpat/shared/contracts/admin-lists.ts'
import type { QueryOf } from '@jhatpat/shared/contracts/http/route.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import { useNavigate } from 'react-router-dom'
import { orderColumns } from '../../lib/order-columns.tsx'
import { CsvButton } from '../../lib/table/csv-button.tsx'
import { MatchReasonLine } from '../../lib/table/match-reason-line.tsx'
import { listQuery } from '../../lib/table/list-query.ts'
import { TableScreen } from '../../lib/table/table-screen.tsx'
import { useTableAddress } from '../../lib/table/use-table-address.ts'
import { orderFields, orderTable, orderTexts } from './order-table.ts'

/** Every order there ever was. */
export default function AllOrdersScreen() {
  const table = useTableAddress(orderTable)
  const { call } = useServices()
  const asked = listQuery<QueryOf<typeof allOrders>>(table.address, orderFields)
  const query = useQuery({
    queryKey: ['admin', 'all-orders', asked],
    queryFn: ({ signal }) => call(allOrders, { query: asked, signal }),
    placeholderData: keepPreviousData,
  })
  const navigate = useNavigate()
  const open = useCallback(({ orderid }: OrderRow) => void navigate(`/txn/${orderid}`), [navigate])
  const columns = useMemo(() => orderColumns(open), [open])
  const { data } = query
  const page = data && { ...data, rows: data.transactions, count: data.totalTxns }
  return (
    <TableScreen
      texts={orderTexts}
      views="orders"
      spec={orderTable}
      fields={orderFields}
      columns={columns}
      rowKey={({ orderid }) => orderid}
      onOpen={open}
      table={table}
      query={{ ...query, data: page }}
      tools={<CsvButton path="/admin/alltxn/csv" file="orders.csv" asked={asked} title="All Orders" />}
      found={<MatchReasonLine page={page} table={table} row="order" />}
    />
  )
}
