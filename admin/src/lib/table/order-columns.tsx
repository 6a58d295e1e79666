import type { OrderRow } from '@jhatpat/shared/contracts/admin-lists.ts'
import { groupId, groupMobile } from '@jhatpat/shared/ui/format/ids.ts'
import { Money } from '@jhatpat/shared/ui/money.tsx'
import { Picture } from '@jhatpat/shared/ui/picture.tsx'
import { StatusPill } from '@jhatpat/shared/ui/status-pill.tsx'
import { useNavigate } from 'react-router-dom'
import { CustomerLink } from '../customer-link.tsx'
import { none, orNone, timeOf } from './cells.tsx'
import type { TableColumn } from './table-parts.ts'

/** The columns of All Orders; the second half is hidden by default. */
export const orderColumns: readonly TableColumn<'orders', OrderRow>[] = [
  {
    key: 'order',
    card: 'detail',
    head: 'Order',
    isFixed: true,
    cell: ({ orderid }) => <OrderButton id={orderid} />,
  },
  {
    key: 'item',
    card: 'title',
    head: 'Item',
    cell: ({ itemimg, itemname, productname }) => (
      <span className="row" title={productname}>
        <Picture className="thumb thumb-sm" src={itemimg} width={40} height={40} />
        {itemname}
      </span>
    ),
  },
  {
    key: 'player',
    head: 'Player',
    cell: ({ input1, input2 }) => (
      <span className="mono">
        {input1} {input2 && <span className="t3">({input2})</span>}
      </span>
    ),
  },
  {
    key: 'customer',
    head: 'Customer',
    cell: ({ customer, useremail }) => <CustomerLink id={customer._id}>{useremail}</CustomerLink>,
  },
  {
    key: 'value',
    card: 'amount',
    head: 'Amount',
    right: true,
    sortable: true,
    cell: ({ value }) => <Money rupees={value} />,
  },
  { key: 'payment', head: 'Payment', cell: ({ paymentmode }) => paymentmode },
  {
    key: 'status',
    card: 'status',
    head: 'Status',
    cell: ({ status }) => <StatusPill status={status} ofOrder />,
  },
  {
    key: 'createdAt',
    card: 'age',
    head: 'Date',
    sortable: true,
    cell: ({ createdAt }) => timeOf(createdAt),
  },
  {
    key: 'bank',
    head: 'UPI ref. no.',
    cell: ({ transactionid }) => orNone(transactionid, 'mono t2'),
  },
  {
    key: 'reason',
    card: 'text',
    head: 'Reason',
    className: 'wraps',
    cell: ({ reason }) => orNone(reason, 't2'),
  },
  {
    key: 'delivered',
    head: 'Delivered',
    cell: ({ completedAt }) => (completedAt ? timeOf(completedAt) : none),
  },
  { key: 'product', head: 'Product', cell: ({ productname }) => productname },
  {
    key: 'mobile',
    head: 'Mobile number',
    cell: ({ customer }) => orNone(customer.mobilenumber && groupMobile(customer.mobilenumber), 't2'),
  },
  {
    key: 'supplier',
    head: 'Supplier ref.',
    cell: ({ supplierorders }) => orNone(supplierorders.join(', '), 'mono t2'),
  },
]

function OrderButton({ id }: { id: string }) {
  const navigate = useNavigate()
  return (
    <button type="button" className="link mono b" onClick={() => void navigate(`/txn/${id}`)}>
      {groupId(id)}
    </button>
  )
}
