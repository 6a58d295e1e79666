import { type AdminItem, ItemBody } from '@jhatpat/shared/contracts/admin-items.ts'
import { contractResolver } from './form-validation.ts'
import { readRupees } from './read-rupees.ts'

/** Values of the form's fields; prices as typed. */
export type ItemValues = {
  name: string
  originalprice: string
  discountedprice: string
  resellprice: string
  isApi: boolean
  apiType: string
  imgpath: string
  type: string
  suggestedTask: string
  /** Supplier item ids, separated by commas. */
  packs: string
  inStock: boolean
}

export const emptyItem: ItemValues = {
  name: '',
  originalprice: '',
  discountedprice: '',
  resellprice: '',
  imgpath: '',
  isApi: false,
  apiType: '',
  type: '',
  suggestedTask: '',
  packs: '',
  inStock: true,
}

/** The order in which the first error is reported. */
export const itemOrder = [
  'name',
  'originalprice',
  'discountedprice',
  'resellprice',
  'apiType',
  'imgpath',
] as const

export function valuesOfItem(item: AdminItem): ItemValues {
  const { name, imgpath, isApi, apiType, type = '', suggestedTask = '', inStock } = item
  return {
    name,
    imgpath,
    isApi,
    apiType,
    type,
    suggestedTask,
    inStock,
    originalprice: String(item.originalprice),
    discountedprice: String(item.discountedprice),
    resellprice: String(item.resellprice),
    packs: (item.itemidarray ?? (item.id ? [item.id] : [])).join(', '),
  }
}

const toBody = ({ packs, ...values }: ItemValues) => ({
  ...values,
  originalprice: readRupees(values.originalprice),
  discountedprice: readRupees(values.discountedprice),
  resellprice: readRupees(values.resellprice),
  itemidarray: packs.split(/[\s,]+/).filter(Boolean),
})

/** Validates the form by the contract of its call. */
export const itemResolver = contractResolver(ItemBody, toBody, (path) =>
  path.startsWith('itemidarray') ? 'packs' : path,
)

/** Prefills the form from a supplier product in the address; the item starts out of stock. */
export function itemOfPack(address: URLSearchParams): ItemValues | undefined {
  const [packs, apiType, name] = ['pack', 'apiType', 'name'].map((key) => address.get(key) ?? '')
  if (!packs || !apiType) return undefined
  return { ...emptyItem, name: name ?? '', packs, apiType, isApi: true, inStock: false }
}
