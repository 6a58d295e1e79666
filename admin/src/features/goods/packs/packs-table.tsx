import type { SupplierPack } from '@jhatpat/shared/contracts/supplier-packs.ts'
import { Button } from '@jhatpat/shared/ui/button.tsx'
import { type Column, DataTable } from '@jhatpat/shared/ui/data-table.tsx'
import { Icon } from '@jhatpat/shared/ui/icons/icon.tsx'
import { TimeText } from '@jhatpat/shared/ui/time-text.tsx'
import { type PackState, packWords } from './pack-states.ts'

export type ShownPack = SupplierPack & { state: PackState }

type Props = {
  rows: readonly ShownPack[]
  /** Left out for who may not. */
  onTake: ((pack: SupplierPack) => void) | undefined
}

export function PacksTable({ rows, onTake }: Props) {
  return (
    <DataTable
      label="Suppliers’ lists"
      className="pin"
      dense
      rows={rows}
      rowKey={({ id }) => id}
      columns={onTake ? [...columns, takeWith(onTake)] : columns}
    />
  )
}

const columns: Column<ShownPack>[] = [
  { key: 'name', head: 'Pack', cell: ({ name }) => <b>{name}</b> },
  { key: 'account', head: 'Supplier', cell: ({ account }) => account },
  { key: 'id', head: 'Its id', right: true, cell: ({ supplierItemId }) => supplierItemId },
  { key: 'price', head: 'Price there', right: true, cell: (pack) => <PriceThere {...pack} /> },
  {
    key: 'items',
    head: 'Our items',
    cell: ({ items }) => items.map(({ itemid, name }) => `${name} (${itemid})`).join(', ') || '—',
  },
  {
    key: 'state',
    head: 'State',
    cell: ({ state }) => {
      const { text, icon, look } = packWords[state]
      return (
        <span className={`st ${look}`}>
          <Icon name={icon} size="sm" />
          {text}
        </span>
      )
    },
  },
  { key: 'read', head: 'Read', cell: ({ readAt }) => <TimeText at={readAt} as="ago" /> },
]

function PriceThere({ price, priceBefore, unit }: ShownPack) {
  return (
    <span className="num">
      {priceBefore !== undefined && <del className="t3">{priceBefore}</del>} {price}
      <span className="t3"> {unit}</span>
    </span>
  )
}

const takeWith = (onTake: (pack: SupplierPack) => void): Column<ShownPack> => ({
  key: 'acts',
  head: 'Actions',
  quiet: true,
  right: true,
  cell: (pack) =>
    pack.goneAt === null && pack.apiType ? (
      <Button
        size="sm"
        aria-label={`Take over ${pack.name}, ${pack.supplierItemId}`}
        onClick={() => onTake(pack)}
      >
        Take over
      </Button>
    ) : null,
})
