import type { SalesRow } from '@jhatpat/shared/contracts/sales.ts'
import { type Column, DataTable, type SortDirection } from '@jhatpat/shared/ui/data-table.tsx'
import { formatCount } from '@jhatpat/shared/ui/format/count.ts'
import { type MoneyAddress, type SortKey, sortKeys } from './money-address.ts'
import { percentOf, upToText, wholeRupees } from './money-format.ts'
import { promiseGoal } from './money-texts.ts'
import { RedeliveriesPanel } from './redeliveries-panel.tsx'

type Props = {
  rows: readonly SalesRow[]
  address: MoneyAddress
  onChange: (changes: Record<string, string>) => void
}

/** Sales by product, or by the items of the chosen product; a product's name chooses it. */
export function SalesTable({ rows, address, onChange }: Props) {
  const { productid, sort, way } = address
  const sorted = rows.toSorted((a, b) => (sortOf[sort](a) - sortOf[sort](b)) * (way === 'ascending' ? 1 : -1))
  const name: Column<SalesRow> = {
    key: 'name',
    head: productid ? 'Item' : 'Product',
    cell: (row) =>
      productid ? (
        <b>{row.name}</b>
      ) : (
        <button type="button" className="link b" onClick={() => onChange({ product: row.id })}>
          {row.name}
        </button>
      ),
  }
  const onSort = (key: string, next: SortDirection) =>
    onChange({
      sort: `${next === 'descending' ? '-' : ''}${sortKeys.find((sortKey) => sortKey === key) ?? 'sales'}`,
    })
  return (
    <div className="money-gap">
      <DataTable
        label={productid ? 'By item' : 'By product'}
        columns={[name, ...columns]}
        rows={sorted}
        rowKey={({ id }) => id}
        className="pin"
        sort={{ key: sort, direction: way }}
        onSort={onSort}
        dense
      />
    </div>
  )
}

const columns: Column<SalesRow>[] = [
  { key: 'orders', head: 'Orders', right: true, sortable: true, cell: ({ orders }) => formatCount(orders) },
  {
    key: 'sales',
    head: 'Sales',
    right: true,
    sortable: true,
    cell: ({ sales }) => <b>{wholeRupees(sales)}</b>,
  },
  { key: 'margin', head: 'Margin', right: true, sortable: true, cell: (row) => <Margin row={row} /> },
  {
    key: 'share',
    head: '% of sales',
    right: true,
    sortable: true,
    cell: ({ margin, priced }) => percentOf(margin, priced),
  },
  {
    key: 'refunded',
    head: 'Refunded',
    right: true,
    sortable: true,
    cell: ({ refunded }) => wholeRupees(refunded),
  },
  {
    key: 'redeliveries',
    head: 'Free replacements',
    right: true,
    cell: (row) => <RedeliveriesPanel of={row} />,
  },
  {
    key: 'onTime',
    head: 'Delivered on time',
    right: true,
    sortable: true,
    cell: ({ onTime, ended }) => (
      <span className={ended > 0 && onTime / ended < promiseGoal ? 'wait-t' : 'up'}>
        {percentOf(onTime, ended)}
      </span>
    ),
  },
  {
    key: 'median',
    head: 'Median',
    right: true,
    sortable: true,
    cell: ({ medianSeconds }) => <span className="t2 nowrap">{upToText(medianSeconds)}</span>,
  },
  { key: 'trend', head: 'Trend', cell: ({ trend }) => <Trend values={trend} /> },
]

const part = (some: number, all: number) => (all === 0 ? -1 : some / all)

const sortOf: Record<SortKey, (row: SalesRow) => number> = {
  orders: ({ orders }) => orders,
  sales: ({ sales }) => sales,
  margin: ({ margin }) => margin,
  share: ({ margin, priced }) => part(margin, priced),
  refunded: ({ refunded }) => refunded,
  onTime: ({ onTime, ended }) => part(onTime, ended),
  median: ({ medianSeconds }) => medianSeconds ?? -1,
}

function Margin({ row: { margin, orders, unknownCost } }: { row: SalesRow }) {
  if (orders > 0 && unknownCost === orders) return <span className="t3">cost unknown</span>
  return (
    <>
      {wholeRupees(margin)}
      {unknownCost > 0 && <span className="t3 xs lines">{`without ${formatCount(unknownCost)}`}</span>}
    </>
  )
}

/** Hidden from screen readers: the product's own days show the same numbers. */
function Trend({ values }: { values: readonly number[] }) {
  if (values.length < 2) return null
  const most = Math.max(...values, 1)
  const points = values.map((value, index) => {
    const x = (index / (values.length - 1)) * 68 + 1
    return `${x.toFixed(1)} ${(20 - (value / most) * 18).toFixed(1)}`
  })
  return (
    <svg viewBox="0 0 70 22" width="70" height="22" aria-hidden="true">
      <path
        d={`M${points.join('L')}`}
        fill="none"
        stroke="var(--color-chart-1)"
        strokeWidth="1.8"
        strokeLinejoin="round"
      />
    </svg>
  )
}
