import { type AdminProduct, ProductBody } from '@jhatpat/shared/contracts/admin-products.ts'
import { contractResolver } from './form-validation.ts'

/** Values of the form's fields; numbers as typed. */
export type ProductValues = {
  name: string
  type: string
  category: string
  imgpath: string
  importantnote: string
  inputs: { label: string }[]
  items: { number: string }[]
  instock: boolean
  istrending: boolean
  isApi: boolean
  apiType: string
}

/** Two empty input labels and one empty item, as the specification has it. */
export const emptyProduct: ProductValues = {
  name: '',
  type: '',
  category: '',
  imgpath: '',
  importantnote: '',
  inputs: [{ label: '' }, { label: '' }],
  items: [{ number: '' }],
  instock: true,
  istrending: false,
  isApi: false,
  apiType: '',
}

/** The order in which the first error is reported. */
export const productOrder = ['name', 'type', 'category', 'imgpath', 'inputs', 'items', 'apiType'] as const

export function valuesOfProduct(product: AdminProduct): ProductValues {
  const { name, type, category, imgpath, importantnote, inputs, items, instock, istrending, isApi, apiType } =
    product
  return {
    name,
    type,
    category,
    imgpath,
    importantnote,
    inputs,
    instock,
    istrending,
    isApi,
    apiType,
    items: items.map((number) => ({ number: String(number) })),
  }
}

/** The body to send; an item that is no number is sent as invalid, and so refused. */
const toBody = (values: ProductValues) => ({
  ...values,
  items: values.items.map(({ number }) => (/^\s*\d+\s*$/.test(number) ? Number(number) : Number.NaN)),
})

/** Validates the form by the contract of its call. */
export const productResolver = contractResolver(ProductBody, toBody)
