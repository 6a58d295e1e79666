import { type Column, DataTable } from '@jhatpat/shared/ui/data-table.tsx'
import { formatCount } from '@jhatpat/shared/ui/format/count.ts'
import type { DaySummary } from './by-week.ts'
import { dayOf, percentOf, upToText, wholeRupees } from './money-format.ts'
import { RedeliveriesPanel } from './redeliveries-panel.tsx'

const columns: Column<DaySummary>[] = [
  { key: 'day', head: 'Day', cell: ({ day }) => <b className="nowrap">{dayOf(day)}</b> },
  { key: 'orders', head: 'Orders', right: true, cell: ({ orders }) => formatCount(orders) },
  { key: 'sales', head: 'Sales', right: true, cell: ({ sales }) => <b>{wholeRupees(sales)}</b> },
  { key: 'cost', head: 'Cost', right: true, cell: ({ cost }) => wholeRupees(cost) },
  {
    key: 'unknown',
    head: 'Cost unknown',
    right: true,
    cell: ({ unknownCost }) => (unknownCost ? `${formatCount(unknownCost)} orders` : '—'),
  },
  { key: 'margin', head: 'Margin', right: true, cell: ({ margin }) => wholeRupees(margin) },
  { key: 'refunded', head: 'Refunded', right: true, cell: ({ refunded }) => wholeRupees(refunded) },
  {
    key: 'redeliveries',
    head: 'Sent again',
    right: true,
    cell: (row) => <RedeliveriesPanel of={row} />,
  },
  { key: 'onTime', head: 'Promise kept', right: true, cell: ({ onTime, ended }) => percentOf(onTime, ended) },
  { key: 'median', head: 'Median', right: true, cell: ({ medianSeconds }) => upToText(medianSeconds) },
  { key: 'ninth', head: '9 of 10', right: true, cell: ({ ninetiethSeconds }) => upToText(ninetiethSeconds) },
]

/** The numbers behind the charts, latest day first. */
export function DaysTable({ days }: { days: readonly DaySummary[] }) {
  return (
    <details className="money-days">
      <summary className="link sm">All numbers by day</summary>
      <DataTable
        label="By day"
        columns={columns}
        rows={days.toReversed()}
        rowKey={({ day }) => day}
        className="pin"
        dense
      />
    </details>
  )
}
