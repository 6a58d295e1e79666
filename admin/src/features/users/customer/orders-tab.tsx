import { allOrders, listPageSizes, ordersCsv } from '@jhatpat/shared/contracts/admin-lists.ts'
import { orderStatuses } from '@jhatpat/shared/contracts/order-status.ts'
import { useNavigate } from 'react-router-dom'
import { listScreen } from '../../../lib/table/list-screen.tsx'
import { orderColumns } from '../../../lib/table/order-columns.tsx'
import { byTime } from './by-time.tsx'
import { customerKey } from './use-customer.ts'

export function OrdersTab({ id }: { id: string }) {
  const navigate = useNavigate()
  return (
    <OrderList
      queryKey={[...customerKey(id), 'orders']}
      query={{ customer: id }}
      onOpen={({ orderid }) => void navigate(`/txn/${orderid}`)}
    />
  )
}

const others = ['customer', 'mobile']

/** A customer's orders are always sorted by time. */
const OrderList = listScreen({
  name: 'orders',
  isPart: true,
  route: allOrders,
  pageOf: ({ transactions, totalTxns, ...page }) => ({ ...page, rows: transactions, count: totalTxns }),
  csv: ordersCsv,
  rowKey: ({ orderid }) => orderid,
  columns: byTime(orderColumns.filter(({ key }) => !others.includes(key))),
  spec: {
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
  },
  fields: [
    { kind: 'days', label: 'Date', from: 'from', to: 'to' },
    { kind: 'choice', name: 'status', label: 'Status', options: orderStatuses },
    { kind: 'choice', name: 'paymentmode', label: 'Payment', options: ['upi', 'wallet'] },
  ],
  texts: {
    title: 'Orders',
    rows: 'orders',
    row: 'order',
    nothingYet: 'No orders found.',
    nothingYetWhy: 'This customer’s orders appear here.',
  },
})
