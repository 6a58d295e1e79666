import type { AdminItem } from '@jhatpat/shared/contracts/admin-items.ts'
import { toPaise } from '@jhatpat/shared/contracts/money.ts'
import { Button } from '@jhatpat/shared/ui/button.tsx'
import { Money } from '@jhatpat/shared/ui/money.tsx'
import { TimeText } from '@jhatpat/shared/ui/time-text.tsx'
import { none } from '../../lib/table/cells.tsx'
import type { TableColumn } from '../../lib/table/table-parts.ts'
import { Named, Stock } from './catalogue-cells.tsx'
import { marginOf } from './margin.ts'
import { MarginCell } from './margin-cell.tsx'

export type ItemAction = 'edit' | 'delete'

type RowActions = {
  /** The actions that this admin may take on a row. */
  actions: readonly ItemAction[]
  onAction: (act: ItemAction, item: AdminItem) => void
}

/** The columns of View Items. */
export const itemsColumns = (actions: RowActions): readonly TableColumn<AdminItem>[] =>
  actions.actions.length > 0 ? [...columns, actionsWith(actions)] : columns

const money = (rupees: number) => <Money paise={toPaise(rupees)} className="plain" />

const columns: readonly TableColumn<AdminItem>[] = [
  {
    key: 'name',
    head: 'Item',
    name: 'Item',
    isFixed: true,
    sortable: true,
    cell: ({ name, imgpath }) => <Named name={name} picture={imgpath} />,
  },
  {
    key: 'number',
    head: 'Number',
    name: 'Number',
    right: true,
    sortable: true,
    cell: ({ itemid }) => itemid,
  },
  {
    key: 'product',
    head: 'Product',
    name: 'Product',
    cell: ({ products }) => products.map(({ name }) => name).join(', ') || none,
  },
  { key: 'type', head: 'Type', name: 'Type', cell: ({ type }) => type ?? none },
  {
    key: 'badge',
    head: 'Badge',
    name: 'Badge',
    cell: ({ suggestedTask }) => (suggestedTask ? <span className="tag">{suggestedTask}</span> : none),
  },
  {
    key: 'packs',
    head: 'Supplier ids',
    name: 'Supplier ids',
    cell: ({ itemidarray, id }) => itemidarray?.join(', ') || id || none,
  },
  {
    key: 'api',
    head: 'Api type',
    name: 'Api type',
    cell: ({ isApi, apiType }) => (isApi ? apiType : 'by hand'),
  },
  {
    key: 'was',
    head: 'Original',
    name: 'Original',
    right: true,
    sortable: true,
    cell: ({ originalprice }) => money(originalprice),
  },
  {
    key: 'price',
    head: 'Price',
    name: 'Price',
    right: true,
    sortable: true,
    cell: ({ discountedprice }) => <b>{money(discountedprice)}</b>,
  },
  {
    key: 'resell',
    head: 'Resell',
    name: 'Resell',
    right: true,
    sortable: true,
    cell: ({ resellprice }) => money(resellprice),
  },
  {
    key: 'margin',
    head: 'Margin',
    name: 'Margin',
    right: true,
    cell: (item) => {
      const margin = marginOf(item, toPaise(item.discountedprice))
      return <MarginCell saved={margin} next={margin} />
    },
  },
  {
    key: 'stock',
    head: 'Stock',
    name: 'Stock',
    cell: ({ inStock, pausedBy }) => <Stock isIn={inStock} isPaused={pausedBy === 'balance'} />,
  },
  {
    key: 'changed',
    head: 'Changed',
    name: 'Changed',
    className: 't2',
    cell: ({ updatedAt }) => <TimeText at={updatedAt} as="day-time" />,
  },
]

const actionsWith = ({ actions, onAction }: RowActions): TableColumn<AdminItem> => ({
  key: 'actions',
  head: 'Actions',
  name: 'Actions',
  isActs: true,
  quiet: true,
  right: true,
  cell: (item) => (
    <span className="row row-end">
      {actions.includes('edit') && (
        <Button
          size="sm"
          aria-label={`Edit ${item.name}, ${item.itemid}`}
          onClick={() => onAction('edit', item)}
        >
          Edit
        </Button>
      )}
      {actions.includes('delete') && (
        <Button
          size="sm"
          variant="quiet"
          aria-label={`Delete ${item.name}, ${item.itemid}`}
          onClick={() => onAction('delete', item)}
        >
          Delete
        </Button>
      )}
    </span>
  ),
})
