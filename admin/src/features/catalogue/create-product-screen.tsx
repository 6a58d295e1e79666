import './catalogue.css'
import { useServices } from '@jhatpat/shared/browser/services.tsx'
import { useIdempotencyKey } from '@jhatpat/shared/browser/use-idempotency-key.ts'
import { createProduct } from '@jhatpat/shared/contracts/admin-products.ts'
import { useState } from 'react'
import { PageBar } from '../../lib/page-bar.tsx'
import { messages } from './catalogue-texts.ts'
import { ProductForm } from './product-form.tsx'
import { emptyProduct } from './product-values.ts'
import { useReloadCatalogue } from './use-catalogue.ts'
import { useDraft } from './use-draft.ts'

/** Creates a product. The draft is stored in this browser until the product is created. */
export default function CreateProductScreen() {
  const { call } = useServices()
  const reload = useReloadCatalogue()
  const draft = useDraft('product', emptyProduct)
  const [typed, setTyped] = useState(draft.start)
  const idempotency = useIdempotencyKey(typed)
  return (
    <>
      <PageBar title="Create Product" />
      <ProductForm
        start={draft.start}
        empty={emptyProduct}
        button="Create Product"
        failed={messages.productNotCreated}
        foot="Draft saved in this browser."
        onTyped={(values) => {
          draft.keep(values)
          setTyped(values)
        }}
        onSave={async (body) => {
          const { product } = await call(createProduct, { body, idempotencyKey: idempotency.keyFor(body) })
          draft.forget()
          void reload()
          return (
            <>
              {messages.productCreated} <a href={`/product/${product.productid}`}>View in store</a>
            </>
          )
        }}
      />
    </>
  )
}
