import './catalogue.css'
import { useServices } from '@jhatpat/shared/browser/services.tsx'
import { type AdminProduct, editProduct } from '@jhatpat/shared/contracts/admin-products.ts'
import { ButtonLink } from '@jhatpat/shared/ui/button-link.tsx'
import { Empty } from '@jhatpat/shared/ui/empty.tsx'
import { Skeleton } from '@jhatpat/shared/ui/skeleton.tsx'
import { useState } from 'react'
import { useParams } from 'react-router-dom'
import { LoadError } from '../../lib/load-error.tsx'
import { PageBar } from '../../lib/page-bar.tsx'
import { ProductForm } from './product-form.tsx'
import { valuesOfProduct } from './product-values.ts'
import { useProducts, useReloadCatalogue } from './use-catalogue.ts'

/** Edits all fields of a product. */
export default function EditProductScreen() {
  const { productid } = useParams()
  const { data, error, refetch } = useProducts()
  const product = data?.find((candidate) => candidate.productid === productid)
  return (
    <>
      <PageBar title="Edit product" />
      {!data && (error ? <LoadError error={error} onRetry={refetch} /> : <Skeleton height={420} />)}
      {data && !product && (
        <Empty
          spot="nomatch"
          title="This product does not exist."
          action={<ButtonLink href="/viewproducts">All products</ButtonLink>}
        >
          It may have been deleted.
        </Empty>
      )}
      {product && <Edit key={product.productid} product={product} />}
    </>
  )
}

/** Edits the version that was loaded: a concurrent change of another admin is not overwritten. */
function Edit({ product }: { product: AdminProduct }) {
  const { call } = useServices()
  const reload = useReloadCatalogue()
  const [seen, setSeen] = useState(product)
  const values = valuesOfProduct(seen)
  return (
    <ProductForm
      start={values}
      empty={values}
      button="Save product"
      failed="Failed to update product"
      onSave={async (body) => {
        const params = { productid: seen.productid }
        const reply = await call(editProduct, { params, body: { ...body, __v: seen.__v } })
        setSeen(reply.product)
        void reload()
        return reply.message
      }}
    />
  )
}
