import { createItem } from '@jhatpat/shared/contracts/admin-items.ts'
import '../catalogue.css'
import { useServices } from '@jhatpat/shared/browser/services.tsx'
import { hasWords } from '@jhatpat/shared/contracts/catalogue-lists.ts'
import { type SupplierProduct, supplierProducts } from '@jhatpat/shared/contracts/supplier-products.ts'
import { Button } from '@jhatpat/shared/ui/button.tsx'
import { ButtonLink } from '@jhatpat/shared/ui/button-link.tsx'
import { type Column, DataTable } from '@jhatpat/shared/ui/data-table.tsx'
import { Empty } from '@jhatpat/shared/ui/empty.tsx'
import { Icon } from '@jhatpat/shared/ui/icons/icon.tsx'
import { InlineMessage } from '@jhatpat/shared/ui/inline-message.tsx'
import { Select } from '@jhatpat/shared/ui/select.tsx'
import { TimeText } from '@jhatpat/shared/ui/time-text.tsx'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { CallButton } from '../../../lib/call-button.tsx'
import { usePermission } from '../../../lib/me.ts'
import { PageBar } from '../../../lib/page-bar.tsx'
import { nameOf } from '../../../lib/suppliers/supplier-names.ts'
import { amountText } from '../../../lib/suppliers/supplier-texts.ts'
import { CatalogueList, CatalogueSearch, ShownCount, useCatalogueAddress } from '../catalogue-list.tsx'
import { catalogueKey, useLiveCatalogue } from '../use-catalogue.ts'
import { AddSupplierProductDialog } from './add-supplier-product-dialog.tsx'
import { CostDialog } from './cost-dialog.tsx'
import { costText, type PackState, packStates, stateOf, supplierProductTexts } from './product-states.ts'

/**
 * Compares the suppliers' lists with our items: what is new, removed or dearer, with a button to
 * add it.
 */
export default function PacksScreen() {
  const { call } = useServices()
  const { data, error, refetch } = useQuery({
    queryKey: [...catalogueKey, 'packs'],
    queryFn: ({ signal }) => call(supplierProducts, { signal }),
  })
  const { read, set } = useCatalogueAddress()
  const [adding, setAdding] = useState<SupplierProduct>()
  const [costId, setCostId] = useState<string>()
  const may = usePermission()
  useLiveCatalogue()
  const [q, state] = [read('q'), read('state')]
  const all = (data?.products ?? [])
    .flatMap((pack): ShownPack[] => {
      const packState = stateOf(pack)
      return packState ? [{ ...pack, state: packState }] : []
    })
    .toSorted((a, b) => packStates.indexOf(a.state) - packStates.indexOf(b.state))
  const shown = all.filter(
    (pack) =>
      (state === '' || pack.state === state) &&
      hasWords(
        `${pack.account} ${pack.supplierItemId} ${pack.name} ${pack.items.map(itemText).join(' ')}`,
        q,
      ),
  )
  const costly = all.find(({ id }) => id === costId)
  const count = (option: PackState) => all.filter((pack) => pack.state === option).length
  return (
    <>
      <PageBar title="Supplier products">
        <ButtonLink size="sm" href="/viewitems">
          View Items
        </ButtonLink>
      </PageBar>
      <div className="bar2">
        <CatalogueSearch
          label="Product name, supplier ID or item"
          q={q}
          onSearch={(text) => set('q', text)}
        />
        <Select
          bare
          small
          label="Status"
          value={state}
          options={[
            { value: '', label: 'Any status' },
            ...packStates.map((option) => ({
              value: option,
              label: `${supplierProductTexts[option].text} (${count(option)})`,
            })),
          ]}
          onChange={(event) => set('state', event.target.value)}
        />
      </div>
      {(data?.unlisted.length ?? 0) > 0 && (
        <InlineMessage kind="warn" className="lead" title="No match for these IDs">
          {data?.unlisted
            .map(
              ({ name, itemid, supplierItemId, account }) =>
                `${name} (${itemid}): ${account} ${supplierItemId}`,
            )
            .join('; ')}
        </InlineMessage>
      )}
      <CatalogueList
        data={data && all}
        error={error}
        onRetry={refetch}
        shown={shown}
        empty={
          <Empty spot="empty" title="Not read yet">
            Loaded automatically once an item uses a supplier.
          </Empty>
        }
        action={<Button onClick={() => set('q', '', 'state')}>Show all</Button>}
      >
        <PacksTable
          rows={shown}
          onTake={may('catalogue.edit') && may('catalogue.prices') ? setAdding : undefined}
          onCost={({ id }) => setCostId(id)}
        />
        <ShownCount shown={shown.length} all={all.length} noun="packs" />
      </CatalogueList>
      {adding && <AddSupplierProductDialog pack={adding} onClose={() => setAdding(undefined)} />}
      {costly?.cost && (
        <CostDialog
          pack={{ ...costly, cost: costly.cost }}
          mayEnter={may('catalogue.prices')}
          onClose={() => setCostId(undefined)}
        />
      )}
    </>
  )
}

const itemText = ({ itemid, name }: SupplierProduct['items'][number]) => `${itemid} ${name}`

type ShownPack = SupplierProduct & { state: PackState }

type Props = {
  rows: readonly ShownPack[]
  /** Undefined for roles that may not add products. */
  onTake: ((pack: SupplierProduct) => void) | undefined
  onCost: (pack: SupplierProduct) => void
}

function PacksTable({ rows, onTake, onCost }: Props) {
  return (
    <DataTable
      label="Supplier products"
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
    head: 'Supplier product',
    className: 'wraps',
    cell: ({ name, account, supplierItemId }) => (
      <>
        <b>{name}</b>
        <br />
        <span className="xs t3">{`${nameOf(account)}, ID ${supplierItemId}`}</span>
      </>
    ),
  },
  { key: 'state', head: 'Status', cell: ({ state }) => <State state={state} /> },
  { key: 'price', head: 'Supplier price', right: true, cell: (pack) => <PriceThere {...pack} /> },
]

/** For an account that counts in coins, the measured cost; otherwise the list price is the cost. */
const costWith = (onCost: Props['onCost']): Column<ShownPack> => ({
  key: 'cost',
  head: 'Cost',
  className: 'wraps',
  cell: (pack) =>
    pack.cost ? (
      <CallButton
        access={supplierProducts.auth}
        size="sm"
        variant="quiet"
        aria-label={`Coins for ${pack.name}, ${pack.supplierItemId}: ${costText(pack.cost)}`}
        onClick={() => onCost(pack)}
      >
        {costText(pack.cost)}
      </CallButton>
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
  { key: 'read', head: 'Checked', cell: ({ readAt }) => <TimeText at={readAt} as="ago" /> },
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
      <CallButton
        access={createItem.auth}
        size="sm"
        aria-label={`Import ${pack.name}, ${pack.supplierItemId}`}
        onClick={() => onTake(pack)}
      >
        Import
      </CallButton>
    ) : null,
})
