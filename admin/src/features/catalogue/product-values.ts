import { type AdminProduct, ProductBody } from '@jhatpat/shared/contracts/admin-products.ts'
import type { InputRule } from '@jhatpat/shared/contracts/input-fault.ts'
import { contractResolver } from './form-validation.ts'

/** Values of the form's fields; numbers as typed. */
export type ProductValues = {
  name: string
  type: string
  category: string
  imgpath: string
  importantnote: string
  inputs: { label: string; rule?: RuleValues }[]
  items: { number: string }[]
  instock: boolean
  istrending: boolean
  isApi: boolean
  apiType: string
}

/** Of an input; its lengths as typed. An empty kind is no rule. */
type RuleValues = {
  kind: '' | InputRule['kind']
  min: string
  max: string
  pattern: string
  example: string
}

const noRule: RuleValues = { kind: '', min: '', max: '', pattern: '', example: '' }

/** Two empty input labels and one empty item, as the specification has it. */
export const emptyProduct: ProductValues = {
  name: '',
  type: '',
  category: '',
  imgpath: '',
  importantnote: '',
  inputs: [
    { label: '', rule: noRule },
    { label: '', rule: noRule },
  ],
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
    inputs: inputs.map(({ label, rule }) => ({ label, rule: valuesOfRule(rule) })),
    instock,
    istrending,
    isApi,
    apiType,
    items: items.map((number) => ({ number: String(number) })),
  }
}

function valuesOfRule(rule: InputRule | undefined): RuleValues {
  if (!rule) return noRule
  const { kind, min, max, pattern = '', example = '' } = rule
  return { kind, min: String(min ?? ''), max: String(max ?? ''), pattern, example }
}

/** The rule with the fields of its kind. */
function ruleBody({ kind, min, max, pattern, example }: RuleValues) {
  switch (kind) {
    case '':
      return undefined
    case 'email':
      return { kind }
    case 'pattern':
      return { kind, pattern, example }
    default:
      return { kind, ...lengthOf('min', min), ...lengthOf('max', max) }
  }
}

const lengthOf = (name: 'min' | 'max', typed: string) =>
  typed.trim() === '' ? {} : { [name]: numberOf(typed) }

const numberOf = (typed: string): number => (/^\s*\d+\s*$/.test(typed) ? Number(typed) : Number.NaN)

/** The body to send; an item that is no number is sent as invalid, and so refused. */
const toBody = (values: ProductValues) => ({
  ...values,
  inputs: values.inputs.map(({ label, rule = noRule }) => {
    const body = ruleBody(rule)
    return body ? { label, rule: body } : { label }
  }),
  items: values.items.map(({ number }) => numberOf(number)),
})

/** Validates the form by the contract of its call. */
export const productResolver = contractResolver(ProductBody, toBody)
