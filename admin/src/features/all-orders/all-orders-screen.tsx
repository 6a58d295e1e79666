import type { OrderRow } from '@jhatpat/shared/contracts/admin-lists.ts'
import { allOrders, listPageSizes, listSorts, ordersCsv } from '@jhatpat/shared/contracts/admin-lists.ts'
import { orderStatuses } from '@jhatpat/shared/contracts/order-status.ts'
import { ButtonLink } from '@jhatpat/shared/ui/button-link.tsx'
import { useNavigate } from 'react-router-dom'
import { usePermission } from '../../lib/me.ts'
import { listScreen } from '../../lib/table/list-screen.tsx'
import { MatchReasonLine } from '../../lib/table/match-reason-line.tsx'
import { orderColumns } from '../../lib/table/order-columns.tsx'

/** Lists all orders. */
export default function AllOrdersScreen() {
  const navigate = useNavigate()
  return <OrderList onOpen={({ orderid }) => void navigate(`/txn/${orderid}`)} />
}

/** A paid order that waits for this admin is answered on the board; any other is opened. */
function NextStep({ row: { orderid, status } }: { row: OrderRow }) {
  const may = usePermission()
  return status === 'Processing' && may('orders.decide') ? (
    <ButtonLink size="sm" href={`/orders?order=${orderid}`}>
      Decide
    </ButtonLink>
  ) : (
    <ButtonLink size="sm" variant="quiet" href={`/txn/${orderid}`}>
      Open
    </ButtonLink>
  )
}

/** Specification §2 and §9: filters and page sizes to the letter. */
const OrderList = listScreen({
  name: 'orders',
  route: allOrders,
  pageOf: ({ transactions, totalTxns, ...page }) => ({ ...page, rows: transactions, count: totalTxns }),
  matched: MatchReasonLine,
  csv: ordersCsv,
  rowKey: ({ orderid }) => orderid,
  columns: orderColumns,
  nextStep: (row) => <NextStep row={row} />,
  spec: {
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
  },
  fields: [
    { kind: 'days', label: 'Date', from: 'from', to: 'to' },
    { kind: 'choice', name: 'status', label: 'Status', options: orderStatuses },
    { kind: 'choice', name: 'paymentmode', label: 'Payment', options: ['upi', 'wallet'] },
    { kind: 'amounts', label: 'Amount', min: 'min', max: 'max' },
  ],
  texts: {
    title: 'All Orders',
    rows: 'orders',
    row: 'order',
    search: 'Search by order ID, player ID, email, mobile or UPI ref.',
    nothingYet: 'No orders found.',
    nothingYetWhy: 'Orders appear here as soon as they’re placed.',
  },
})
