import { useServices } from '@jhatpat/shared/browser/services.tsx'
import { type AdminItem, editItem } from '@jhatpat/shared/contracts/admin-items.ts'
import type { AdminProduct } from '@jhatpat/shared/contracts/admin-products.ts'
import type { SupplierProduct } from '@jhatpat/shared/contracts/supplier-products.ts'
import { ButtonLink } from '@jhatpat/shared/ui/button-link.tsx'
import { Select } from '@jhatpat/shared/ui/select.tsx'
import { pushToast } from '@jhatpat/shared/ui/toasts.ts'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { FormDialog } from '../../../lib/form-dialog.tsx'
import { messages } from '../catalogue-texts.ts'
import { useItems, useProducts, useReloadCatalogue } from '../use-catalogue.ts'

type Props = { pack: SupplierProduct; onClose: () => void }

/**
 * Adds a supplier product: as a new item that is out of stock, or as what an existing item buys
 * from now on.
 */
export function AddSupplierProductDialog({ pack, onClose }: Props) {
  const { data: items = [] } = useItems()
  const [chosen, setChosen] = useState<AdminItem>()
  const taking = useAddSupplierProduct(pack, onClose)
  const { name, account, supplierItemId, apiType = '' } = pack
  const fitting = items.filter((item) => item.apiType === apiType || !item.isApi)
  const draft = new URLSearchParams({ pack: supplierItemId, apiType, name })
  return (
    <FormDialog
      className="stack stack-4"
      title={`Import ${name}`}
      error={taking.error}
      failed={messages.itemNotUpdated}
      action="Save supplier ID"
      isBusy={taking.isPending}
      button={{ 'aria-disabled': !chosen }}
      onSubmit={() => chosen && taking.mutate(chosen)}
      onClose={onClose}
    >
      <p className="sm t2">{`${account}, ID ${supplierItemId}, ${pack.price} ${pack.unit} at the supplier`}</p>
      <div className="row wrap between">
        <span className="grow sm">
          <b>New item</b>
          <br />
          <span className="t2">Prefilled, out of stock. Set the price here.</span>
        </span>
        <ButtonLink href={`/createitems?${draft.toString()}`}>Create new item</ButtonLink>
      </div>
      <Select
        label="Existing item"
        value={String(chosen?.itemid ?? '')}
        options={[
          { value: '', label: 'Choose' },
          ...fitting.map((item) => ({ value: String(item.itemid), label: `${item.name}, ${item.itemid}` })),
        ]}
        onChange={({ target }) => setChosen(items.find(({ itemid }) => String(itemid) === target.value))}
      />
      {chosen && <Change item={chosen} pack={pack} />}
    </FormDialog>
  )
}

function Change({ item, pack: { supplierItemId, account } }: { item: AdminItem; pack: SupplierProduct }) {
  const { data: products } = useProducts()
  const before = item.itemidarray?.join(', ') || item.id || 'none'
  return (
    <dl className="key-values">
      <div>
        <dt>Supplier IDs</dt>
        <dd>
          <del className="t3">{before}</del> <b>{supplierItemId}</b>
        </dd>
      </div>
      <div>
        <dt>Delivered by</dt>
        <dd>{deliveredBy(item, account, products)}</dd>
      </div>
      <div>
        <dt>Existing orders</dt>
        <dd>not affected</dd>
      </div>
    </dl>
  )
}

/** An item is bought from the supplier of its product; without one, it stays delivered by hand. */
function deliveredBy(item: AdminItem, account: string, products: readonly AdminProduct[] = []): string {
  const sold = new Set(item.products.map(({ productid }) => productid))
  const sellers = products.filter(({ productid }) => sold.has(productid))
  const manual = sellers.filter(({ isApi }) => !isApi).map(({ name }) => name)
  if (manual.length === 0) return sellers.length > 0 && !item.isApi ? `${account} delivers it now` : account
  const manualText = `manual in ${manual.join(', ')}`
  return manual.length < sellers.length ? `${account}, but ${manualText}` : `Still ${manualText}`
}

/** Sends the version that was loaded: a concurrent change of another admin is not overwritten. */
function useAddSupplierProduct({ supplierItemId, apiType }: SupplierProduct, onDone: () => void) {
  const { call, store } = useServices()
  const reload = useReloadCatalogue()
  return useMutation({
    mutationFn: (item: AdminItem) => {
      const { itemid, name, imgpath, originalprice, discountedprice, resellprice, __v } = item
      const body = {
        name,
        imgpath,
        originalprice,
        discountedprice,
        resellprice,
        __v,
        isApi: true,
        itemidarray: [supplierItemId],
        ...(apiType && { apiType }),
      }
      return call(editItem, { params: { itemid }, body })
    },
    onSuccess: ({ message }) => {
      pushToast(store, { kind: 'ok', text: message })
      onDone()
    },
    onSettled: () => reload(),
  })
}
