import type { ReconciledDay } from '@jhatpat/shared/contracts/reconciliation.ts'
import { type Column, DataTable } from '@jhatpat/shared/ui/data-table.tsx'
import { TimeText } from '@jhatpat/shared/ui/time-text.tsx'
import { amountText, nameOf } from '../../lib/suppliers/supplier-texts.ts'

type Reading = ReconciledDay['balances'][number]

const columns: Column<Reading>[] = [
  { key: 'account', head: 'Supplier', cell: ({ account }) => <b>{nameOf(account)}</b> },
  {
    key: 'balance',
    head: 'Balance',
    right: true,
    cell: ({ balance, unit }) => (balance ? amountText(balance, unit) : 'It gave no answer'),
  },
  {
    key: 'balanceDrop',
    head: 'Fell since the reading before',
    right: true,
    cell: ({ balanceDrop, unit }) =>
      balanceDrop === null ? 'Not known' : amountText(String(balanceDrop), unit),
  },
  {
    key: 'purchasedAmount',
    head: 'Bought meanwhile',
    right: true,
    cell: ({ purchasedAmount, unit }) =>
      purchasedAmount === null ? 'Not known' : amountText(String(purchasedAmount), unit),
  },
  { key: 'at', head: 'Read', cell: ({ at }) => <TimeText at={at} as="day-time" /> },
]

/** Each supplier's balance reading for the day, and whether it agrees with the purchases. */
export function SupplierBalances({ readings }: { readings: readonly Reading[] }) {
  if (readings.length === 0) return null
  return (
    <div className="recon-gap">
      <h2 className="d4">Suppliers’ balances</h2>
      <DataTable
        label="Suppliers’ balances"
        columns={columns}
        rows={readings}
        rowKey={({ account }) => account}
        dense
      />
    </div>
  )
}
