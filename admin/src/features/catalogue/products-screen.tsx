import './catalogue.css'
import { useServices } from '@jhatpat/shared/browser/services.tsx'
import { type AdminProduct, deleteProduct, updateProduct } from '@jhatpat/shared/contracts/admin-products.ts'
import { type ProductsQuery, parseProductQuery } from '@jhatpat/shared/contracts/catalogue-lists.ts'
import { ButtonLink } from '@jhatpat/shared/ui/button-link.tsx'
import { Picture } from '@jhatpat/shared/ui/picture.tsx'
import { pushToast } from '@jhatpat/shared/ui/toasts.ts'
import { useMemo, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { DeleteDialog } from '../../lib/delete-dialog.tsx'
import { usePermission } from '../../lib/may.ts'
import { CsvButton } from '../../lib/table/csv-button.tsx'
import { listQuery } from '../../lib/table/list-query.ts'
import { pageOfAll } from '../../lib/table/page-by-number.ts'
import { TableScreen } from '../../lib/table/table-screen.tsx'
import { useTableAddress } from '../../lib/table/use-table-address.ts'
import { productsFields, productsTable, productsTexts } from './catalogue-tables.ts'
import { messages } from './catalogue-texts.ts'
import { productsColumns } from './products-columns.tsx'
import { useLiveCatalogue, useProducts, useReloadCatalogue } from './use-catalogue.ts'

/** Lists all products, in stock or not, to search, edit and delete. */
export default function ProductsScreen() {
  const table = useTableAddress(productsTable)
  const { data, ...query } = useProducts()
  const [removing, setRemoving] = useState<AdminProduct>()
  const mayEdit = usePermission()('catalogue.edit')
  const navigate = useNavigate()
  const columns = useMemo(() => productsColumns(mayEdit, setRemoving), [mayEdit])
  const visibleRows = useMemo(
    () => listQuery<ProductsQuery & { limit: number }>(table.address, productsFields, productsTable),
    [table.address],
  )
  const page = useMemo(
    () => data && pageOfAll(parseProductQuery(data, visibleRows), table.address),
    [data, visibleRows, table.address],
  )
  useLiveCatalogue()
  return (
    <>
      <TableScreen
        texts={productsTexts}
        views="products"
        spec={productsTable}
        fields={productsFields}
        columns={columns}
        rowKey={({ productid }) => productid}
        onOpen={mayEdit ? ({ productid }) => void navigate(`/editproduct/${productid}`) : undefined}
        table={table}
        query={{ ...query, data: page }}
        head={
          mayEdit && (
            <ButtonLink size="sm" variant="accent" icon="plus" href="/createproduct">
              Create Product
            </ButtonLink>
          )
        }
        tools={
          <CsvButton
            path="/admin/getallproducts/csv"
            file="products.csv"
            query={visibleRows}
            title="View Products"
          />
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
