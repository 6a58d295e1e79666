import { type AdminItem, ItemBody } from '@jhatpat/shared/contracts/admin-items.ts'
import { parseAmount, toRupees } from '@jhatpat/shared/contracts/money.ts'
import { contractResolver } from './contract-resolver.ts'

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
  ...{ name: '', originalprice: '', discountedprice: '', resellprice: '', imgpath: '' },
  ...{ isApi: false, apiType: '', type: '', suggestedTask: '', packs: '', inStock: true },
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
    ...{ name, imgpath, isApi, apiType, type, suggestedTask, inStock },
    originalprice: String(item.originalprice),
    discountedprice: String(item.discountedprice),
    resellprice: String(item.resellprice),
    packs: (item.itemidarray ?? (item.id ? [item.id] : [])).join(', '),
  }
}

/** Rupees as they were typed, with or without commas; what cannot be read is no number. */
export function rupeesIn(text: string): number {
  const paise = parseAmount(text.replaceAll(',', ''))
  return paise === undefined ? Number.NaN : toRupees(paise)
}

const toBody = ({ packs, ...values }: ItemValues) => ({
  ...values,
  originalprice: rupeesIn(values.originalprice),
  discountedprice: rupeesIn(values.discountedprice),
  resellprice: rupeesIn(values.resellprice),
  itemidarray: packs.split(/[\s,]+/).filter(Boolean),
})

/** Checks the form by the call's own contract. */
export const itemResolver = contractResolver(ItemBody, toBody, (path) =>
  path.startsWith('itemidarray') ? 'packs' : path,
)
