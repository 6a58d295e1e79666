import { useServices } from '@jhatpat/shared/browser/services.tsx'
import { allOrders, listPageSizes } from '@jhatpat/shared/contracts/admin-lists.ts'
import { orderStatuses } from '@jhatpat/shared/contracts/order-status.ts'
import type { QueryOf } from '@jhatpat/shared/contracts/route.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useNavigate } from 'react-router-dom'
import { CsvButton } from '../../../lib/table/csv-button.tsx'
import type { FilterField } from '../../../lib/table/filter-fields.ts'
import { listQuery } from '../../../lib/table/list-query.ts'
import { orderColumns } from '../../../lib/table/order-columns.tsx'
import type { TableSpec } from '../../../lib/table/table-address.ts'
import { TableScreen } from '../../../lib/table/table-screen.tsx'
import { useTableAddress } from '../../../lib/table/use-table-address.ts'
import { byTime } from './by-time.tsx'
import { customerKey } from './use-customer.ts'

type Filter = 'status' | 'paymentmode' | 'from' | 'to'

/** A customer's orders are always sorted by time. */
const spec: TableSpec<Filter> = {
  sizes: listPageSizes,
  sorts: ['-createdAt', 'createdAt'],
  filters: { status: orderStatuses, paymentmode: ['upi', 'wallet'], from: 'text', to: 'text' },
  columns: [
    'item',
    'player',
    'value',
    'payment',
    'status',
    'createdAt',
    'bank',
    'reason',
    'delivered',
    'product',
    'supplier',
  ],
  hidden: ['payment', 'bank', 'reason', 'delivered', 'product', 'supplier'],
}

const fields: readonly FilterField<Filter>[] = [
  { kind: 'days', label: 'Date', from: 'from', to: 'to' },
  { kind: 'choice', name: 'status', label: 'Status', options: orderStatuses },
  { kind: 'choice', name: 'paymentmode', label: 'Payment', options: ['upi', 'wallet'] },
]

const texts = {
  title: 'Orders',
  rows: 'orders',
  row: 'order',
  nothingYet: 'No orders found.',
  nothingYetWhy: 'Whatever this customer buys stands here from its first moment.',
}

const others = ['customer', 'mobile']

export function OrdersTab({ id }: { id: string }) {
  const table = useTableAddress(spec)
  const { call } = useServices()
  const navigate = useNavigate()
  const callQuery = { ...listQuery<QueryOf<typeof allOrders>>(table.address, fields), customer: id }
  const query = useQuery({
    queryKey: [...customerKey(id), 'orders', callQuery],
    queryFn: ({ signal }) => call(allOrders, { query: callQuery, signal }),
    placeholderData: keepPreviousData,
  })
  const { data } = query
  const open = ({ orderid }: { orderid: string }) => navigate(`/txn/${orderid}`)
  // biome-ignore lint/correctness/useExhaustiveDependencies: `open` uses only the router, which is constant
  const columns = useMemo(() => byTime(orderColumns(open).filter(({ key }) => !others.includes(key))), [])
  return (
    <TableScreen
      isPart
      texts={texts}
      spec={spec}
      fields={fields}
      columns={columns}
      rowKey={({ orderid }) => orderid}
      onOpen={open}
      table={table}
      query={{ ...query, data: data && { ...data, rows: data.transactions, count: data.totalTxns } }}
      tools={<CsvButton path="/admin/alltxn/csv" file="orders.csv" query={callQuery} title="Orders" />}
    />
  )
}
