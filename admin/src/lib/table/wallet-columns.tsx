import type { WalletTransactionRow } from '@jhatpat/shared/contracts/admin-lists.ts'
import { groupId, groupMobile } from '@jhatpat/shared/ui/format/ids.ts'
import { Icon, type IconName } from '@jhatpat/shared/ui/icons/icon.tsx'
import { AppLink } from '@jhatpat/shared/ui/links.tsx'
import { Money } from '@jhatpat/shared/ui/money.tsx'
import { StatusPill } from '@jhatpat/shared/ui/status-pill.tsx'
import { CustomerLink } from '../customer-link.tsx'
import { none, orNone, timeOf } from './cells.tsx'
import type { TableColumn } from './table-parts.ts'

const typeIcons: Record<WalletTransactionRow['type'], IconName> = {
  Credit: 'arrow-down-left',
  Debit: 'arrow-up-right',
  Refunded: 'undo-2',
}

/** The columns of Wallet Transactions; the second half is hidden by default. */
export const walletColumns: readonly TableColumn<'wallet', WalletTransactionRow>[] = [
  {
    key: 'txnid',
    card: 'detail',
    head: 'Transaction ID',
    isFixed: true,
    cell: ({ txnid }) => <span className="mono b">{groupId(txnid)}</span>,
  },
  {
    key: 'type',
    card: 'next',
    head: 'Type',
    cell: ({ type }) => (
      <span className={`line-type ${type === 'Debit' ? 't2' : 'up'}`}>
        <Icon name={typeIcons[type]} size="sm" />
        {type}
      </span>
    ),
  },
  {
    key: 'status',
    card: 'status',
    head: 'Status',
    cell: ({ status }) => <StatusPill status={status} />,
  },
  {
    key: 'value',
    card: 'amount',
    head: 'Amount',
    right: true,
    sortable: true,
    cell: ({ amount }) => <Money rupees={amount} plus />,
  },
  {
    key: 'after',
    head: 'Balance after',
    right: true,
    cell: ({ balanceAfter }) =>
      balanceAfter === null ? none : <Money rupees={balanceAfter} exact className="plain" />,
  },
  {
    key: 'order',
    head: 'Order',
    cell: ({ orderid }) =>
      orderid ? (
        <AppLink className="link mono" href={`/txn/${orderid}`}>
          {groupId(orderid)}
        </AppLink>
      ) : (
        none
      ),
  },
  {
    key: 'user',
    card: 'title',
    head: 'User',
    cell: ({ customer }) => <CustomerLink id={customer._id}>{customer.name}</CustomerLink>,
  },
  {
    key: 'email',
    head: 'Email',
    cell: ({ useremail }) => <span className="t2">{useremail}</span>,
  },
  {
    key: 'createdAt',
    card: 'age',
    head: 'Date',
    sortable: true,
    cell: ({ createdAt }) => timeOf(createdAt),
  },
  {
    key: 'reference',
    head: 'Reference',
    cell: ({ reference }) => orNone(reference, 'mono t2'),
  },
  {
    key: 'note',
    card: 'text',
    head: 'Description',
    className: 'wraps',
    cell: ({ note }) => orNone(note, 't2'),
  },
  {
    key: 'mobile',
    head: 'Mobile number',
    cell: ({ customer }) => orNone(customer.mobilenumber && groupMobile(customer.mobilenumber), 't2'),
  },
]
