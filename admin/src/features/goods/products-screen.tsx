import './goods.css'
import { useServices } from '@jhatpat/shared/browser/services.tsx'
import { type AdminProduct, deleteProduct, updateProduct } from '@jhatpat/shared/contracts/admin-products.ts'
import { Category } from '@jhatpat/shared/contracts/catalogue.ts'
import { Button } from '@jhatpat/shared/ui/button.tsx'
import { ButtonLink } from '@jhatpat/shared/ui/button-link.tsx'
import { Empty } from '@jhatpat/shared/ui/empty.tsx'
import { Note } from '@jhatpat/shared/ui/note.tsx'
import { Picture } from '@jhatpat/shared/ui/picture.tsx'
import { Select } from '@jhatpat/shared/ui/select.tsx'
import { pushToast } from '@jhatpat/shared/ui/toasts.ts'
import { useMemo, useState } from 'react'
import { DeleteDialog } from '../../lib/delete-dialog.tsx'
import { useMay } from '../../lib/may.ts'
import { PageBar } from '../../lib/page-bar.tsx'
import { SavedViews } from '../../lib/views/saved-views.tsx'
import { Counted, GoodsFrame, GoodsSearch, matches, useGoodsAddress } from './goods-list.tsx'
import { said } from './goods-texts.ts'
import { ProductsTable } from './products-table.tsx'
import { useLiveGoods, useProducts, useReloadGoods } from './use-goods.ts'

/** All products, in stock or not: to find, to edit and to delete one. */
export default function ProductsScreen() {
  const { data, error, refetch } = useProducts()
  const { read, set } = useGoodsAddress()
  const [removing, setRemoving] = useState<AdminProduct>()
  const [q, category] = [read('q'), read('category')]
  const shown = useMemo(
    () =>
      (data ?? []).filter(
        (product) =>
          (category === '' || product.category === category) &&
          matches(`${product.name} ${product.type} ${product.apiType} ${product.productid}`, q),
      ),
    [data, category, q],
  )
  const mayEdit = useMay()('catalogue.edit')
  useLiveGoods()
  return (
    <>
      <PageBar title="View Products">
        {mayEdit && (
          <ButtonLink size="sm" variant="accent" icon="plus" href="/createproduct">
            Create Product
          </ButtonLink>
        )}
      </PageBar>
      <SavedViews table="products" />
      <div className="bar2">
        <GoodsSearch label="Name, type or supplier" q={q} onSearch={(text) => set('q', text)} />
        <Select
          bare
          small
          label="Category"
          value={category}
          options={[{ value: '', label: 'Any category' }, ...Category.options]}
          onChange={(event) => set('category', event.target.value)}
        />
      </div>
      {error && data && <Note kind="bad" title={`Error: ${error.message}`} role="alert" />}
      <GoodsFrame
        {...{ data, error, shown }}
        onRetry={refetch}
        empty={
          <Empty spot="empty" title="No Products">
            A product is what customers see on the home page. Its items are the packs they buy.
          </Empty>
        }
        action={<Button onClick={() => set('q', '', 'category')}>Show all</Button>}
      >
        <ProductsTable rows={shown} mayEdit={mayEdit} onDelete={setRemoving} />
        <Counted shown={shown.length} all={data?.length ?? 0} what="products" />
      </GoodsFrame>
      {removing && <DeleteProduct product={removing} onClose={() => setRemoving(undefined)} />}
    </>
  )
}

function DeleteProduct({ product, onClose }: { product: AdminProduct; onClose: () => void }) {
  const { call, store } = useServices()
  const reload = useReloadGoods()
  const { productid, name, items, instock } = product
  const done = () => {
    void reload()
    onClose()
  }
  return (
    <DeleteDialog
      title={`Delete ${name}`}
      question={said.deleteProduct}
      failed={said.productNotDeleted}
      onClose={onClose}
      onDone={done}
      onDelete={async () => {
        const { message } = await call(deleteProduct, { params: { productid } })
        pushToast(store, { kind: 'ok', text: message })
      }}
      takeOut={async () => {
        const { message } = await call(updateProduct, { body: { _id: productid, instock: false } })
        pushToast(store, { kind: 'ok', text: message })
      }}
    >
      <div className="row row-3">
        <Picture className="thumb" src={product.imgpath} width={40} height={40} />
        <span className="grow sm">
          <b>{name}</b>
          <br />
          <span className="t2">{`${product.category}, ${items.length} items, ${instock ? 'in stock' : 'out of stock'}`}</span>
        </span>
      </div>
      <dl className="kv">
        <div>
          <dt>Items</dt>
          <dd>stay, and can be sold by another product</dd>
        </div>
        <div>
          <dt>Orders</dt>
          <dd>past ones stay; while one is open, nothing is deleted</dd>
        </div>
        <div>
          <dt>Picture</dt>
          <dd>stays in the gallery</dd>
        </div>
        <div>
          <dt>In the audit log</dt>
          <dd>with your name</dd>
        </div>
      </dl>
    </DeleteDialog>
  )
}
