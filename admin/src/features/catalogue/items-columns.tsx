import type { AdminItem } from '@jhatpat/shared/contracts/admin-items.ts'
import { deleteItem, editItem } from '@jhatpat/shared/contracts/admin-items.ts'
import { toPaise } from '@jhatpat/shared/contracts/money.ts'
import { Money } from '@jhatpat/shared/ui/money.tsx'
import { TimeText } from '@jhatpat/shared/ui/time-text.tsx'
import { CallButton } from '../../lib/call-button.tsx'
import { none } from '../../lib/table/cells.tsx'
import type { TableColumn } from '../../lib/table/table-parts.ts'
import { MarginCell, Named, Stock } from './catalogue-cells.tsx'
import { marginOf } from './margin.ts'

export type ItemAction = 'edit' | 'delete'

type RowActions = {
  /** The actions that this admin may take on a row. */
  actions: readonly ItemAction[]
  onAction: (action: ItemAction, item: AdminItem) => void
}

/** The columns of View Items. */
export const itemsColumns = (actions: RowActions): readonly TableColumn<'items', AdminItem>[] =>
  actions.actions.length > 0 ? [...columns, actionsWith(actions)] : columns

const money = (rupees: number) => <Money paise={toPaise(rupees)} className="plain" />

const columns: readonly TableColumn<'items', AdminItem>[] = [
  {
    key: 'name',
    card: 'title',
    head: 'Item',
    isFixed: true,
    sortable: true,
    cell: ({ name, imgpath }) => <Named name={name} picture={imgpath} />,
  },
  {
    key: 'number',
    head: 'Item no.',
    right: true,
    sortable: true,
    cell: ({ itemid }) => itemid,
  },
  {
    key: 'product',
    card: 'detail',
    head: 'Product',
    cell: ({ products }) => products.map(({ name }) => name).join(', ') || none,
  },
  { key: 'type', head: 'Type', cell: ({ type }) => type ?? none },
  {
    key: 'badge',
    head: 'Badge',
    cell: ({ suggestedTask }) => (suggestedTask ? <span className="tag">{suggestedTask}</span> : none),
  },
  {
    key: 'packs',
    head: 'Supplier IDs',
    cell: ({ itemidarray, id }) => itemidarray?.join(', ') || id || none,
  },
  {
    key: 'was',
    head: 'Original price',
    right: true,
    sortable: true,
    cell: ({ originalprice }) => money(originalprice),
  },
  {
    key: 'price',
    card: 'amount',
    head: 'Price',
    right: true,
    sortable: true,
    cell: ({ discountedprice }) => <b>{money(discountedprice)}</b>,
  },
  {
    key: 'resell',
    head: 'Resell price',
    right: true,
    sortable: true,
    cell: ({ resellprice }) => money(resellprice),
  },
  {
    key: 'margin',
    card: 'age',
    head: 'Margin',
    right: true,
    cell: (item) => {
      const margin = marginOf(item, toPaise(item.discountedprice))
      return <MarginCell saved={margin} next={margin} />
    },
  },
  {
    key: 'stock',
    card: 'status',
    head: 'Stock',
    cell: ({ inStock, pausedBy }) => <Stock isIn={inStock} isPaused={pausedBy === 'balance'} />,
  },
  {
    key: 'api',
    head: 'API type',
    cell: ({ isApi, apiType }) => (isApi ? apiType : 'Manual'),
  },
  {
    key: 'changed',
    head: 'Updated',
    className: 't2',
    cell: ({ updatedAt }) => <TimeText at={updatedAt} as="day-time" />,
  },
]

const actionsWith = ({ actions, onAction }: RowActions): TableColumn<'items', AdminItem> => ({
  key: 'actions',
  card: 'next',
  head: 'Actions',
  isActions: true,
  quiet: true,
  right: true,
  cell: (item) => (
    <span className="row row-end">
      {actions.includes('edit') && (
        <CallButton
          access={editItem.auth}
          size="sm"
          aria-label={`Edit ${item.name}, ${item.itemid}`}
          onClick={() => onAction('edit', item)}
        >
          Edit
        </CallButton>
      )}
      {actions.includes('delete') && (
        <CallButton
          access={deleteItem.auth}
          size="sm"
          variant="quiet"
          aria-label={`Delete ${item.name}, ${item.itemid}`}
          onClick={() => onAction('delete', item)}
        >
          Delete
        </CallButton>
      )}
    </span>
  ),
})
