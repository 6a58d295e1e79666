import { createProduct, editProduct } from '@jhatpat/shared/contracts/admin-products.ts'
import './catalogue.css'
import { useServices } from '@jhatpat/shared/browser/services.tsx'
import { type AdminProduct, deleteProduct, updateProduct } from '@jhatpat/shared/contracts/admin-products.ts'
import { parseProductQuery, productsCsv } from '@jhatpat/shared/contracts/catalogue-lists.ts'
import { Picture } from '@jhatpat/shared/ui/picture.tsx'
import { TimeText } from '@jhatpat/shared/ui/time-text.tsx'
import { pushToast } from '@jhatpat/shared/ui/toasts.ts'
import { useMemo, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { CallButton, CallLink } from '../../lib/call-button.tsx'
import { DeleteDialog } from '../../lib/delete-dialog.tsx'
import { usePermission } from '../../lib/me.ts'
import { none } from '../../lib/table/cells.tsx'
import { LoadedListScreen } from '../../lib/table/loaded-list-screen.tsx'
import type { TableColumn } from '../../lib/table/table-parts.ts'
import { Named, Stock } from './catalogue-cells.tsx'
import { productsFields, productsTable, productsTexts } from './catalogue-tables.ts'
import { messages } from './catalogue-texts.ts'
import { useLiveCatalogue, useProducts, useReloadCatalogue } from './use-catalogue.ts'

/** Lists all products, in stock or not, to search, edit and delete. */
export default function ProductsScreen() {
  const query = useProducts()
  const [removing, setRemoving] = useState<AdminProduct>()
  const mayEdit = usePermission()('catalogue.edit')
  const navigate = useNavigate()
  const columns = useMemo(() => productsColumns(mayEdit, setRemoving), [mayEdit])
  useLiveCatalogue()
  return (
    <>
      <LoadedListScreen
        name="products"
        texts={productsTexts}
        spec={productsTable}
        fields={productsFields}
        columns={columns}
        rowKey={({ productid }) => productid}
        onOpen={mayEdit ? ({ productid }) => void navigate(`/editproduct/${productid}`) : undefined}
        query={query}
        parse={parseProductQuery}
        csv={productsCsv}
        head={
          mayEdit && (
            <CallLink
              access={createProduct.auth}
              size="sm"
              variant="accent"
              icon="plus"
              href="/createproduct"
            >
              Create Product
            </CallLink>
          )
        }
      />
      {removing && <DeleteProduct product={removing} onClose={() => setRemoving(undefined)} />}
    </>
  )
}

function DeleteProduct({ product, onClose }: { product: AdminProduct; onClose: () => void }) {
  const { call, store } = useServices()
  const reload = useReloadCatalogue()
  const { productid, name, items, instock } = product
  const onDeleted = () => {
    void reload()
    onClose()
  }
  return (
    <DeleteDialog
      title={`Delete ${name}`}
      question={messages.deleteProduct}
      failed={messages.productNotDeleted}
      onClose={onClose}
      onDone={onDeleted}
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
      <dl className="key-values">
        <div>
          <dt>Items</dt>
          <dd>stay, and can be listed in another product</dd>
        </div>
        <div>
          <dt>Orders</dt>
          <dd>Past orders stay; blocked while orders are open.</dd>
        </div>
        <div>
          <dt>Picture</dt>
          <dd>stays in the gallery</dd>
        </div>
        <div>
          <dt>Recorded in the audit log</dt>
          <dd>by you</dd>
        </div>
      </dl>
    </DeleteDialog>
  )
}

/** The columns of View Products; without buttons for roles that may not edit. */
const productsColumns = (
  mayEdit: boolean,
  onDelete: (product: AdminProduct) => void,
): readonly TableColumn<'products', AdminProduct>[] =>
  mayEdit ? [...columns, actionsWith(onDelete)] : columns

const columns: readonly TableColumn<'products', AdminProduct>[] = [
  {
    key: 'name',
    card: 'title',
    head: 'Product',
    isFixed: true,
    sortable: true,
    cell: ({ name, imgpath }) => <Named name={name} picture={imgpath} />,
  },
  { key: 'type', head: 'Type', cell: ({ type }) => type },
  { key: 'category', card: 'detail', head: 'Category', cell: ({ category }) => category },
  {
    key: 'api',
    head: 'API type',
    cell: ({ isApi, apiType }) => (isApi ? apiType : 'Manual'),
  },
  {
    key: 'items',
    card: 'amount',
    head: 'Items',
    right: true,
    sortable: true,
    cell: ({ items }) => items.length,
  },
  {
    key: 'trending',
    head: 'Trending',
    cell: ({ istrending }) => (istrending ? 'Yes' : none),
  },
  { key: 'stock', card: 'status', head: 'Stock', cell: ({ instock }) => <Stock isIn={instock} /> },
  {
    key: 'inputs',
    head: 'Inputs',
    cell: ({ inputs }) => inputs.map(({ label }) => label).join(', '),
  },
  {
    key: 'createdAt',
    head: 'Created',
    className: 't2',
    sortable: true,
    cell: ({ createdAt }) => <TimeText at={createdAt} as="day-time" />,
  },
]

const actionsWith = (onDelete: (product: AdminProduct) => void): TableColumn<'products', AdminProduct> => ({
  key: 'actions',
  card: 'next',
  head: 'Actions',
  isActions: true,
  quiet: true,
  right: true,
  cell: (product) => (
    <span className="row row-end">
      <CallLink
        access={editProduct.auth}
        size="sm"
        href={`/editproduct/${product.productid}`}
        aria-label={`Edit ${product.name}`}
      >
        Edit
      </CallLink>
      <CallButton
        access={deleteProduct.auth}
        size="sm"
        variant="quiet"
        aria-label={`Delete ${product.name}`}
        onClick={() => onDelete(product)}
      >
        Delete
      </CallButton>
    </span>
  ),
})
