import { type AdminItem, ItemBody } from '@jhatpat/shared/contracts/admin-items.ts'
import { contractResolver } from './contract-resolver.ts'
import { readRupees } from './read-rupees.ts'

/** What stands in the fields of the form, prices as they were typed. */
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
  /** The supplier's ids, with commas between them. */
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

/** In the order in which the first failure is told. */
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

/** Checks the form by the call's own contract. */
export const itemResolver = contractResolver(ItemBody, toBody, (path) =>
  path.startsWith('itemidarray') ? 'packs' : path,
)

/** What a line of a supplier's list, named in the address, makes of an empty form: out of stock until somebody says otherwise. */
export function itemOfPack(address: URLSearchParams): ItemValues | undefined {
  const [packs, apiType, name] = ['pack', 'apiType', 'name'].map((key) => address.get(key) ?? '')
  if (!packs || !apiType) return undefined
  return { ...emptyItem, name: name ?? '', packs, apiType, isApi: true, inStock: false }
}
