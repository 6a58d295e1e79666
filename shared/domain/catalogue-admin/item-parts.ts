import type { ItemBody } from '../../contracts/admin-items.ts'
import { toPaise } from '../../contracts/money.ts'
import { AppError } from '../../platform/app-error.ts'
import type { ItemParts } from './audit-fields.ts'

/** What an item is once an admin's form was read. What the form leaves out stays as it was. */
export function itemParts(body: ItemBody, before?: ItemParts): ItemParts {
  const apiType = body.apiType ?? before?.apiType ?? 'OTHER'
  const type = body.type ?? before?.type
  const suggestedTask = body.suggestedTask ?? before?.suggestedTask
  const parts: ItemParts = {
    name: body.name,
    imgpath: body.imgpath,
    originalPaise: toPaise(body.originalprice),
    discountedPaise: toPaise(body.discountedprice),
    resellPaise: toPaise(body.resellprice),
    inStock: body.inStock ?? before?.inStock ?? true,
    isApi: body.isApi ?? before?.isApi ?? isSupplied(apiType),
    apiType: apiType || 'OTHER',
    ...packs(body, before),
    ...(type ? { type } : {}),
    ...(suggestedTask ? { suggestedTask } : {}),
  }
  return parts
}

const isSupplied = (apiType: string) => apiType !== '' && apiType !== 'OTHER'

type Packs = Pick<ItemParts, 'id' | 'itemidarray'>

/** One pack is the item's own id; several are a list. */
function packs({ itemidarray, id }: ItemBody, before: Packs = { id: '' }): Packs {
  if (itemidarray === undefined) {
    if (id === undefined) return { id: before.id, ...listOf(before.itemidarray) }
    return { id, ...(id === '' ? listOf(before.itemidarray) : {}) }
  }
  const [only] = itemidarray
  if (only === undefined) return { id: id ?? '' }
  return itemidarray.length === 1 ? { id: only } : { id: '', itemidarray }
}

const listOf = (list: string[] | undefined) => (list && list.length > 0 ? { itemidarray: list } : {})

/** Whether a supplier delivers it and nobody has said what to order there: its buyers would wait for a refund. */
export function lacksSupplierProduct({ isApi, apiType, id, itemidarray }: ItemParts): boolean {
  return isApi && isSupplied(apiType) && id === '' && !itemidarray
}

/** @throws AppError supplier_product_required */
export function requireSupplierProduct(parts: ItemParts): void {
  if (parts.inStock && lacksSupplierProduct(parts))
    throw new AppError('supplier_product_required', { field: 'itemidarray' })
}
