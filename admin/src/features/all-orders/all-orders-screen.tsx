import { useServices } from '@jhatpat/shared/browser/services.tsx'
import { allOrders, listPageSizes, listSorts, type OrderRow } from '@jhatpat/shared/contracts/admin-lists.ts'
import { orderStatuses } from '@jhatpat/shared/contracts/order-status.ts'
import type { QueryOf } from '@jhatpat/shared/contracts/route.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import { useNavigate } from 'react-router-dom'
import { CsvButton } from '../../lib/table/csv-button.tsx'
import type { FilterField } from '../../lib/table/filter-fields.ts'
import { listQuery } from '../../lib/table/list-query.ts'
import { MatchReasonLine } from '../../lib/table/match-reason-line.tsx'
import { orderColumns } from '../../lib/table/order-columns.tsx'
import type { TableSpec } from '../../lib/table/table-address.ts'
import type { TableTexts } from '../../lib/table/table-parts.ts'
import { TableScreen } from '../../lib/table/table-screen.tsx'
import { useTableAddress } from '../../lib/table/use-table-address.ts'

/** Lists all orders. */
export default function AllOrdersScreen() {
  const table = useTableAddress(orderTable)
  const { call } = useServices()
  const callQuery = listQuery<QueryOf<typeof allOrders>>(table.address, orderFields)
  const query = useQuery({
    queryKey: ['admin', 'all-orders', callQuery],
    queryFn: ({ signal }) => call(allOrders, { query: callQuery, signal }),
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
      tools={<CsvButton path="/admin/alltxn/csv" file="orders.csv" query={callQuery} title="All Orders" />}
      found={<MatchReasonLine page={page} table={table} row="order" />}
    />
  )
}

export type OrderFilter = 'status' | 'paymentmode' | 'from' | 'to' | 'min' | 'max'

/** Specification §2 and §9: filters and page sizes to the letter. */
export const orderTable: TableSpec<OrderFilter> = {
  sizes: listPageSizes,
  sorts: listSorts,
  filters: {
    status: orderStatuses,
    paymentmode: ['upi', 'wallet'],
    from: 'text',
    to: 'text',
    min: 'text',
    max: 'text',
  },
  columns: [
    'item',
    'player',
    'customer',
    'value',
    'payment',
    'status',
    'createdAt',
    'bank',
    'reason',
    'delivered',
    'product',
    'mobile',
    'supplier',
  ],
  hidden: ['reason', 'delivered', 'product', 'mobile', 'supplier'],
}

export const orderFields: readonly FilterField<OrderFilter>[] = [
  { kind: 'days', label: 'Date', from: 'from', to: 'to' },
  { kind: 'choice', name: 'status', label: 'Status', options: orderStatuses },
  { kind: 'choice', name: 'paymentmode', label: 'Payment', options: ['upi', 'wallet'] },
  { kind: 'amounts', label: 'Amount', min: 'min', max: 'max' },
]

export const orderTexts: TableTexts = {
  title: 'All Orders',
  rows: 'orders',
  row: 'order',
  search: 'Paste any id, e-mail, mobile or bank reference',
  nothingYet: 'No orders found.',
  nothingYetWhy: 'Whatever is bought in the shop stands here from its first moment.',
}
