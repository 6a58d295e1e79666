import type { SupplierProduct } from '@jhatpat/shared/contracts/supplier-products.ts'
import { Button } from '@jhatpat/shared/ui/button.tsx'
import { type Column, DataTable } from '@jhatpat/shared/ui/data-table.tsx'
import { Icon } from '@jhatpat/shared/ui/icons/icon.tsx'
import { TimeText } from '@jhatpat/shared/ui/time-text.tsx'
import { amountText, nameOf } from '../../../lib/suppliers/supplier-texts.ts'
import { costText } from './cost-text.ts'
import { type PackState, supplierProductTexts } from './product-states.ts'

export type ShownPack = SupplierProduct & { state: PackState }

type Props = {
  rows: readonly ShownPack[]
  /** Undefined for roles that may not add products. */
  onTake: ((pack: SupplierProduct) => void) | undefined
  onCost: (pack: SupplierProduct) => void
}

export function PacksTable({ rows, onTake, onCost }: Props) {
  return (
    <DataTable
      label="Suppliers’ lists"
      className="pin"
      dense
      rows={rows}
      rowKey={({ id }) => id}
      columns={[...columns, costWith(onCost), ...after, ...(onTake ? [takeWith(onTake)] : [])]}
    />
  )
}

const columns: Column<ShownPack>[] = [
  {
    key: 'name',
    head: 'Pack',
    className: 'wraps',
    cell: ({ name, account, supplierItemId }) => (
      <>
        <b>{name}</b>
        <br />
        <span className="xs t3">{`${nameOf(account)}, id ${supplierItemId}`}</span>
      </>
    ),
  },
  { key: 'state', head: 'State', cell: ({ state }) => <State state={state} /> },
  { key: 'price', head: 'Price there', right: true, cell: (pack) => <PriceThere {...pack} /> },
]

/** For an account that counts in coins, the measured cost; otherwise the list price is the cost. */
const costWith = (onCost: Props['onCost']): Column<ShownPack> => ({
  key: 'cost',
  head: 'Cost',
  className: 'wraps',
  cell: (pack) =>
    pack.cost ? (
      <Button
        size="sm"
        variant="quiet"
        aria-label={`Coins for ${pack.name}, ${pack.supplierItemId}: ${costText(pack.cost)}`}
        onClick={() => onCost(pack)}
      >
        {costText(pack.cost)}
      </Button>
    ) : (
      'as listed'
    ),
})

const after: Column<ShownPack>[] = [
  {
    key: 'items',
    head: 'Our items',
    className: 'wraps',
    cell: ({ items }) => items.map(({ itemid, name }) => `${name} (${itemid})`).join(', ') || '—',
  },
  { key: 'read', head: 'Read', cell: ({ readAt }) => <TimeText at={readAt} as="ago" /> },
]

function State({ state }: Pick<ShownPack, 'state'>) {
  const { text, icon, className } = supplierProductTexts[state]
  return (
    <span className={`st ${className}`}>
      <Icon name={icon} size="sm" />
      {text}
    </span>
  )
}

function PriceThere({ price, priceBefore, unit }: ShownPack) {
  return (
    <span className="num">
      {priceBefore !== undefined && <del className="t3">{amountText(String(priceBefore), unit)}</del>}{' '}
      {amountText(String(price), unit)}
    </span>
  )
}

const takeWith = (onTake: (pack: SupplierProduct) => void): Column<ShownPack> => ({
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
