import type { ReconciledDay } from '@jhatpat/shared/contracts/reconciliation.ts'
import { type Column, DataTable } from '@jhatpat/shared/ui/data-table.tsx'
import { TimeText } from '@jhatpat/shared/ui/time-text.tsx'

type Reading = ReconciledDay['balances'][number]

const columns: Column<Reading>[] = [
  { key: 'account', head: 'Supplier', cell: ({ account }) => <b>{account}</b> },
  {
    key: 'balance',
    head: 'Balance',
    right: true,
    cell: ({ balance, unit }) => (balance ? `${balance} ${unit}` : 'It gave no answer'),
  },
  {
    key: 'fell',
    head: 'Fell since the reading before',
    right: true,
    cell: ({ fell }) => (fell === null ? 'Not known' : String(fell)),
  },
  {
    key: 'bought',
    head: 'Bought meanwhile',
    right: true,
    cell: ({ bought }) => (bought === null ? 'Not known' : String(bought)),
  },
  { key: 'at', head: 'Read', cell: ({ at }) => <TimeText at={at} as="day-time" /> },
]

/** Each supplier's balance as it was read for this day, and how it goes with what was bought. */
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
