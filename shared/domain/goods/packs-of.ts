import { supplierNameFor } from '../../contracts/api-types.ts'
import type { IItem } from '../catalogue/index.ts'
import type { PackSet } from '../supply/index.ts'

type Supplied = Pick<IItem, 'isApi' | 'apiType' | 'id' | 'itemidarray'>

/** What an item is bought as; undefined where a person delivers it, or nobody has said what to order. */
export function packsOf({ isApi, apiType, id, itemidarray }: Supplied): PackSet | undefined {
  const account = isApi ? supplierNameFor(apiType) : undefined
  const supplierItemIds = itemidarray?.length ? itemidarray : [id].filter(Boolean)
  return account && supplierItemIds.length > 0 ? { account, supplierItemIds } : undefined
}
