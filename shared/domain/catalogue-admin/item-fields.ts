import type { ItemBody } from '../../contracts/admin-items.ts'
import { toPaise } from '../../contracts/money.ts'
import { AppError } from '../../platform/app-error.ts'
import type { ItemFields } from './audit-fields.ts'

/** An item's fields after an admin's edit. Fields that the form omits are kept. */
export function itemFields(body: ItemBody, before?: ItemFields): ItemFields {
  const apiType = body.apiType ?? before?.apiType ?? 'OTHER'
  const type = body.type ?? before?.type
  const suggestedTask = body.suggestedTask ?? before?.suggestedTask
  const fields: ItemFields = {
    name: body.name,
    imgpath: body.imgpath,
    originalPaise: toPaise(body.originalprice),
    discountedPaise: toPaise(body.discountedprice),
    resellPaise: toPaise(body.resellprice),
    inStock: body.inStock ?? before?.inStock ?? true,
    isApi: body.isApi ?? before?.isApi ?? isSupplierType(apiType),
    apiType: apiType || 'OTHER',
    ...supplierProductFields(body, before),
    ...(type ? { type } : {}),
    ...(suggestedTask ? { suggestedTask } : {}),
  }
  return fields
}

const isSupplierType = (apiType: string) => apiType !== '' && apiType !== 'OTHER'

type SupplierProductFields = Pick<ItemFields, 'id' | 'itemidarray'>

/** A single supplier product is the item's own id; several are a list. */
function supplierProductFields(
  { itemidarray, id }: ItemBody,
  before: SupplierProductFields = { id: '' },
): SupplierProductFields {
  if (itemidarray === undefined) {
    if (id === undefined) return { id: before.id, ...listField(before.itemidarray) }
    return { id, ...(id === '' ? listField(before.itemidarray) : {}) }
  }
  const [single] = itemidarray
  if (single === undefined) return { id: id ?? '' }
  return itemidarray.length === 1 ? { id: single } : { id: '', itemidarray }
}

const listField = (list: string[] | undefined) => (list && list.length > 0 ? { itemidarray: list } : {})

/** Whether a supplier delivers the item but no supplier product is set: purchases would fail and end in a refund. */
export function lacksSupplierProduct({ isApi, apiType, id, itemidarray }: ItemFields): boolean {
  return isApi && isSupplierType(apiType) && id === '' && !itemidarray
}

/** @throws AppError `supplier_product_required` */
export function requireSupplierProduct(fields: ItemFields): void {
  if (fields.inStock && lacksSupplierProduct(fields))
    throw new AppError('supplier_product_required', { field: 'itemidarray' })
}
