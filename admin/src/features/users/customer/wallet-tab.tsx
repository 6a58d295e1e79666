import { listPageSizes, walletFilterStatuses, walletTypes } from '@jhatpat/shared/contracts/admin-lists.ts'
import { customerStatement, customerWallet } from '@jhatpat/shared/contracts/customers.ts'
import { formatRupees } from '@jhatpat/shared/contracts/money.ts'
import { formatCount } from '@jhatpat/shared/ui/format/count.ts'
import { Icon } from '@jhatpat/shared/ui/icons/icon.tsx'
import { InlineMessage } from '@jhatpat/shared/ui/inline-message.tsx'
import { listScreen } from '../../../lib/table/list-screen.tsx'
import { walletColumns } from '../../../lib/table/wallet-columns.tsx'
import { byTime } from './by-time.tsx'
import { customerKey, useCustomerPart } from './use-customer.ts'

export function WalletTab({ id }: { id: string }) {
  return (
    <>
      <TransactionList queryKey={[...customerKey(id), 'wallet']} params={{ id }} />
      <StatementCheck id={id} />
    </>
  )
}

const shown = ['note', 'type', 'status', 'value', 'after', 'createdAt', 'order', 'reference']

const TransactionList = listScreen({
  name: 'wallet',
  isPart: true,
  route: customerWallet,
  pageOf: ({ transactions, totalItems, ...page }) => ({ ...page, rows: transactions, count: totalItems }),
  rowKey: ({ txnid }) => txnid,
  // The purpose is shown beside the id; the owner is left out because all rows belong to one customer.
  columns: byTime(
    walletColumns
      .filter(({ key, isFixed }) => isFixed || shown.includes(key))
      .toSorted((one, other) => shown.indexOf(one.key) - shown.indexOf(other.key)),
  ),
  spec: {
    sizes: listPageSizes,
    sorts: ['-createdAt', 'createdAt'],
    filters: { type: walletTypes, status: walletFilterStatuses, from: 'text', to: 'text' },
    columns: shown,
    hidden: ['order', 'reference'],
  },
  fields: [
    { kind: 'choice', name: 'type', label: 'Type', options: walletTypes },
    { kind: 'choice', name: 'status', label: 'Status', options: walletFilterStatuses },
    { kind: 'days', label: 'Date', from: 'from', to: 'to' },
  ],
  texts: {
    title: 'Wallet transactions',
    rows: 'transactions',
    row: 'transaction',
    nothingYet: 'No transactions found.',
    nothingYetWhy: 'Wallet transactions appear here.',
  },
})

/** Whether the balance equals the sum of its entries; a mismatch also raises an alert every night. */
function StatementCheck({ id }: { id: string }) {
  const { data, error } = useCustomerPart('books', id, (call, input) => call(customerStatement, input))
  if (error) return <p className="hint">Couldn’t verify the balance.</p>
  if (!data) return null
  const { balance, sum, entries, isComplete } = data
  if (!isComplete) {
    return (
      <p className="hint">
        {`More than ${formatCount(entries)} entries: they are added up every night, not here.`}
      </p>
    )
  }
  if (sum === balance) {
    return (
      <p className="hint ok">
        <Icon name="circle-check" size="sm" />
        <span>{`Ledger total matches the balance: ${formatRupees(balance, { exact: true })}.`}</span>
      </p>
    )
  }
  return (
    <InlineMessage kind="bad" title="Balance mismatch" role="alert">
      {`Ledger total ${formatRupees(sum, { exact: true })}, wallet ${formatRupees(balance, { exact: true })}. Don’t adjust manually; follow the ledger runbook.`}
    </InlineMessage>
  )
}
