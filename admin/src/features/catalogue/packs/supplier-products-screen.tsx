import '../catalogue.css'
import { useServices } from '@jhatpat/shared/browser/services.tsx'
import { hasWords } from '@jhatpat/shared/contracts/catalogue-lists.ts'
import { type SupplierProduct, supplierProducts } from '@jhatpat/shared/contracts/supplier-products.ts'
import { Button } from '@jhatpat/shared/ui/button.tsx'
import { ButtonLink } from '@jhatpat/shared/ui/button-link.tsx'
import { Empty } from '@jhatpat/shared/ui/empty.tsx'
import { InlineMessage } from '@jhatpat/shared/ui/inline-message.tsx'
import { Select } from '@jhatpat/shared/ui/select.tsx'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { usePermission } from '../../../lib/may.ts'
import { PageBar } from '../../../lib/page-bar.tsx'
import { CatalogueList, CatalogueSearch, ShownCount, useCatalogueAddress } from '../catalogue-list.tsx'
import { catalogueKey, useLiveCatalogue } from '../use-catalogue.ts'
import { AddSupplierProductDialog } from './add-supplier-product-dialog.tsx'
import { CostDialog } from './cost-dialog.tsx'
import { type PackState, packStates, stateOf, supplierProductTexts } from './product-states.ts'
import { PacksTable, type ShownPack } from './supplier-products-table.tsx'

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
      hasWords(`${pack.account} ${pack.supplierItemId} ${pack.name} ${pack.items.map(nameOf).join(' ')}`, q),
  )
  const costly = all.find(({ id }) => id === costId)
  const count = (option: PackState) => all.filter((pack) => pack.state === option).length
  return (
    <>
      <PageBar title="Suppliers’ lists">
        <ButtonLink size="sm" href="/viewitems">
          View Items
        </ButtonLink>
      </PageBar>
      <div className="bar2">
        <CatalogueSearch label="Pack, supplier’s id or item" q={q} onSearch={(text) => set('q', text)} />
        <Select
          bare
          small
          label="State"
          value={state}
          options={[
            { value: '', label: 'Any state' },
            ...packStates.map((option) => ({
              value: option,
              label: `${supplierProductTexts[option].text} (${count(option)})`,
            })),
          ]}
          onChange={(event) => set('state', event.target.value)}
        />
      </div>
      {(data?.unlisted.length ?? 0) > 0 && (
        <InlineMessage kind="warn" className="lead" title="No list has these ids of ours">
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
          <Empty spot="empty" title="No list was read yet">
            Workers read the suppliers’ lists by themselves, once an item is sold by one.
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

const nameOf = ({ itemid, name }: SupplierProduct['items'][number]) => `${itemid} ${name}`
