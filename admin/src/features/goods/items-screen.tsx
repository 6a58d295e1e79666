import './goods.css'
import { useServices } from '@jhatpat/shared/browser/services.tsx'
import { type AdminItem, deleteItem, updateItem } from '@jhatpat/shared/contracts/admin-items.ts'
import { Button } from '@jhatpat/shared/ui/button.tsx'
import { ButtonLink } from '@jhatpat/shared/ui/button-link.tsx'
import { Empty } from '@jhatpat/shared/ui/empty.tsx'
import { Note } from '@jhatpat/shared/ui/note.tsx'
import { pushToast } from '@jhatpat/shared/ui/toasts.ts'
import { useCallback, useMemo, useState } from 'react'
import { DeleteDialog } from '../../lib/delete-dialog.tsx'
import { useMay } from '../../lib/may.ts'
import { PageBar } from '../../lib/page-bar.tsx'
import { SavedViews } from '../../lib/views/saved-views.tsx'
import { EditItemDialog } from './edit-item-dialog.tsx'
import { Counted, GoodsFrame, GoodsSearch, matches, ProductFilter, useGoodsAddress } from './goods-list.tsx'
import { said } from './goods-texts.ts'
import { type ItemAct, ItemsTable } from './items-table.tsx'
import { useItems, useLiveGoods, useProducts, useReloadGoods } from './use-goods.ts'

/** All items, sold or not: to find, to edit and to delete one. */
export default function ItemsScreen() {
  const { data, error, refetch } = useItems()
  const { data: products = [] } = useProducts()
  const { read, set } = useGoodsAddress()
  const [open, setOpen] = useState<{ act: ItemAct; item: AdminItem }>()
  const onAct = useCallback((act: ItemAct, item: AdminItem) => setOpen({ act, item }), [])
  const close = () => setOpen(undefined)
  const [q, product] = [read('q'), read('product')]
  const shown = useMemo(
    () =>
      (data ?? []).filter(
        (item) =>
          (product === '' || item.products.some(({ productid }) => productid === product)) &&
          matches(`${item.itemid} ${item.name} ${item.id} ${item.itemidarray?.join(' ') ?? ''}`, q),
      ),
    [data, product, q],
  )
  const acts = useActs()
  useLiveGoods()
  return (
    <>
      <PageBar title="View Items">
        <ButtonLink size="sm" href="/supplierlists">
          Suppliers’ lists
        </ButtonLink>
        {acts.includes('edit') && (
          <ButtonLink size="sm" variant="accent" icon="plus" href="/createitems">
            Create Items
          </ButtonLink>
        )}
      </PageBar>
      <SavedViews table="items" />
      <div className="bar2">
        <GoodsSearch label="Item number, name or supplier id" q={q} onSearch={(text) => set('q', text)} />
        <ProductFilter
          products={products}
          value={product}
          onChange={(productid) => set('product', productid)}
        />
      </div>
      {error && data && <Note kind="bad" title={`Error: ${error.message}`} role="alert" />}
      <GoodsFrame
        {...{ data, error, shown }}
        onRetry={refetch}
        empty={
          <Empty spot="empty" title="No items found">
            An item is a pack that customers buy. A product sells it by its number.
          </Empty>
        }
        action={<Button onClick={() => set('q', '', 'product')}>Show all</Button>}
      >
        <ItemsTable rows={shown} acts={acts} onAct={onAct} />
        <Counted shown={shown.length} all={data?.length ?? 0} what="items" />
      </GoodsFrame>
      {open?.act === 'edit' && <EditItemDialog item={open.item} onClose={close} />}
      {open?.act === 'delete' && <DeleteItem item={open.item} onClose={close} />}
    </>
  )
}

/** An item is written whole, with its prices. */
function useActs(): readonly ItemAct[] {
  const may = useMay()
  const mayDelete = may('catalogue.edit')
  const mayEdit = mayDelete && may('catalogue.prices')
  return useMemo(
    () => [...(mayEdit ? (['edit'] as const) : []), ...(mayDelete ? (['delete'] as const) : [])],
    [mayEdit, mayDelete],
  )
}

function DeleteItem({ item, onClose }: { item: AdminItem; onClose: () => void }) {
  const { call, store } = useServices()
  const reload = useReloadGoods()
  const { itemid, name, products, discountedprice: price, resellprice: resellPrice, __v } = item
  const tell = ({ message }: { message: string }) => pushToast(store, { kind: 'ok', text: message })
  const sellers = products.map((one) => one.name).join(', ')
  return (
    <DeleteDialog
      title={`Delete ${name}`}
      question={said.deleteItem}
      failed={said.itemNotDeleted}
      onClose={onClose}
      onDone={() => {
        void reload()
        onClose()
      }}
      onDelete={async () => tell(await call(deleteItem, { params: { itemid } }))}
      takeOut={async () => {
        const body = { price, resellPrice, itemInstock: false, __v }
        tell(await call(updateItem, { params: { itemId: itemid }, body }))
      }}
    >
      <Note kind="info" title={sellers ? `Sold by ${sellers}` : 'No product sells it'}>
        {sellers && 'It leaves the page at once. '}Past orders keep its name and price.
      </Note>
    </DeleteDialog>
  )
}
