import type { AdminItem } from '@jhatpat/shared/contracts/admin-items.ts'
import { toPaise } from '@jhatpat/shared/contracts/money.ts'
import { Button } from '@jhatpat/shared/ui/button.tsx'
import { type Column, DataTable } from '@jhatpat/shared/ui/data-table.tsx'
import { Money } from '@jhatpat/shared/ui/money.tsx'
import { memo } from 'react'
import { Named, Stock } from './goods-cells.tsx'

export type ItemAct = 'edit' | 'delete'
type Props = {
  rows: readonly AdminItem[]
  /** What this admin may do to a row. */
  acts: readonly ItemAct[]
  onAct: (act: ItemAct, item: AdminItem) => void
}

export const ItemsTable = memo(function ItemsTable({ rows, acts, onAct }: Props) {
  return (
    <DataTable
      label="Items"
      className="pin"
      dense
      rows={rows}
      rowKey={({ itemid }) => itemid}
      columns={acts.length > 0 ? [...columns, actsWith(acts, onAct)] : columns}
    />
  )
})

const money = (rupees: number) => <Money paise={toPaise(rupees)} className="plain" />

const columns: Column<AdminItem>[] = [
  { key: 'name', head: 'Item', cell: ({ name, imgpath }) => <Named name={name} picture={imgpath} /> },
  { key: 'number', head: 'Number', right: true, cell: ({ itemid }) => itemid },
  {
    key: 'product',
    head: 'Product',
    cell: ({ products }) => products.map(({ name }) => name).join(', ') || '—',
  },
  { key: 'type', head: 'Type', cell: ({ type }) => type ?? '—' },
  {
    key: 'badge',
    head: 'Badge',
    cell: ({ suggestedTask }) => (suggestedTask ? <span className="tag">{suggestedTask}</span> : '—'),
  },
  { key: 'packs', head: 'Supplier ids', cell: ({ itemidarray, id }) => itemidarray?.join(', ') || id || '—' },
  { key: 'was', head: 'Original', right: true, cell: ({ originalprice }) => money(originalprice) },
  {
    key: 'price',
    head: 'Price',
    right: true,
    cell: ({ discountedprice }) => <b>{money(discountedprice)}</b>,
  },
  { key: 'resell', head: 'Resell', right: true, cell: ({ resellprice }) => money(resellprice) },
  {
    key: 'stock',
    head: 'Stock',
    cell: ({ inStock, pausedBy }) => <Stock isIn={inStock} isPaused={pausedBy === 'balance'} />,
  },
]

const actsWith = (acts: Props['acts'], onAct: Props['onAct']): Column<AdminItem> => ({
  key: 'acts',
  head: 'Actions',
  quiet: true,
  right: true,
  cell: (item) => (
    <span className="row row-end row-nw">
      {acts.includes('edit') && (
        <Button
          size="sm"
          aria-label={`Edit ${item.name}, ${item.itemid}`}
          onClick={() => onAct('edit', item)}
        >
          Edit
        </Button>
      )}
      {acts.includes('delete') && (
        <Button
          size="sm"
          variant="quiet"
          aria-label={`Delete ${item.name}, ${item.itemid}`}
          onClick={() => onAct('delete', item)}
        >
          Delete
        </Button>
      )}
    </span>
  ),
})
