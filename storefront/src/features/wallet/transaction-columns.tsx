import type { WalletTransaction } from '@jhatpat/shared/contracts/wallet.ts'
import { ButtonLink } from '@jhatpat/shared/ui/button-link.tsx'
import type { Column } from '@jhatpat/shared/ui/data-table.tsx'
import { groupId } from '@jhatpat/shared/ui/format/ids.ts'
import { Icon } from '@jhatpat/shared/ui/icons/icon.tsx'
import { AppLink } from '@jhatpat/shared/ui/links.tsx'
import { Money } from '@jhatpat/shared/ui/money.tsx'
import { StatusPill } from '@jhatpat/shared/ui/status-pill.tsx'
import { TimeText } from '@jhatpat/shared/ui/time-text.tsx'
import { confirmationPath, walletConfirmationPath } from '../../lib/addresses.ts'

export const transactionColumns: readonly Column<WalletTransaction>[] = [
  {
    key: 'id',
    head: 'Id',
    cell: ({ txnid, orderid, note }) => (
      <>
        <span className="b mono line">{groupId(txnid)}</span>
        {orderid ? (
          <AppLink className="t2 xs txn-link" href={confirmationPath(orderid)}>
            {note || `Order ${groupId(orderid)}`}
          </AppLink>
        ) : (
          <span className="t2 xs">{note}</span>
        )}
      </>
    ),
  },
  { key: 'status', head: 'Status', cell: ({ status }) => <StatusPill status={status} /> },
  {
    key: 'type',
    head: 'Type',
    cell: ({ type }) => (
      <span className={`ty ${type}`}>
        <Icon name={type === 'Credit' ? 'arrow-down-left' : 'arrow-up-right'} size="sm" />
        {type}
      </span>
    ),
  },
  {
    key: 'amount',
    head: 'Amount',
    right: true,
    className: 'right nw',
    cell: ({ type, amount }) => (
      <Money rupees={type === 'Credit' ? amount : -amount} plus={type === 'Credit'} />
    ),
  },
  { key: 'date', head: 'Date', className: 't2 nw', cell: ({ createdAt }) => <TimeText at={createdAt} /> },
  {
    key: 'actions',
    head: 'Actions',
    quiet: true,
    right: true,
    cell: ({ status, txnid }) =>
      status === 'Created' && (
        <ButtonLink size="sm" href={walletConfirmationPath(txnid)}>
          Verify Payment
        </ButtonLink>
      ),
  },
]
